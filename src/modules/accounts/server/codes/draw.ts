import { randomInt } from "node:crypto";

import type { Context } from "#core/server/context.ts";
import { after } from "#core/time.ts";
import { codeAlphabet, codeLength, codeLifetime } from "#modules/accounts/rules/one-time-code.ts";

import { type CodePurpose, replaceCode } from "../store/one-time-codes.ts";
import { findByEmail } from "../store/people.ts";

/** A new code for whoever has the email, kept as a keyed hash in place of the older one; null where nobody has it. */
export async function drawCode(ctx: Context, purpose: CodePurpose, email: string): Promise<string | null> {
  const person = await findByEmail(ctx.tx, email);
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

/** Four characters can be tried out by whoever has the row: what is stored needs the server's secret too. */
export function hashCode(
  ctx: Context,
  { personId, purpose, code }: { personId: number; purpose: CodePurpose; code: string },
): string {
  return ctx.keyring.digest(`code:${purpose}`, `${personId}:${code}`);
}
