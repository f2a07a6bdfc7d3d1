import { randomInt } from "node:crypto";

import type { Context } from "#core/server/context.ts";
import { after } from "#core/time.ts";
import { findPersonByEmail } from "#modules/people/server/public/credentials.ts";
import { codeAlphabet, codeLength, codeLifetime } from "#modules/sign-in/rules/one-time-code.ts";

import { type CodePurpose, replaceCode } from "./queries.ts";

/** Generates a code for the account with this email and replaces the previous one. Returns null if no account has it. */
export async function generateCode(
  ctx: Context,
  purpose: CodePurpose,
  email: string,
): Promise<string | null> {
  const person = await findPersonByEmail(ctx, email);
  if (!person) return null;
  const code = Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join(
    "",
  );
  await replaceCode(ctx.tx, {
    personId: person.id,
    purpose,
    codeHash: hashCode(ctx, { personId: person.id, purpose, code }),
    expiresAt: after(ctx.now, codeLifetime),
  });
  return code;
}

/** A keyed hash: four characters could be guessed from a plain hash. */
export function hashCode(
  ctx: Context,
  { personId, purpose, code }: { personId: number; purpose: CodePurpose; code: string },
): string {
  return ctx.keyring.digest(`code:${purpose}`, `${personId}:${code}`);
}
