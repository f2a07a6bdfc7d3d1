import { randomInt } from "node:crypto";

import type { Role } from "#core/permission.ts";
import type { Context } from "#core/server/context.ts";
import { accountsError, accountCreated } from "#modules/accounts/contract.ts";
import { nameFromEmail, nameKey, type AccountLimits } from "#modules/accounts/rules.ts";

import { findByEmail, insertPerson } from "../store/people.ts";
import type { Person } from "../tables.ts";
import type { Origin, RunAct } from "./log-in.ts";
import { hashPassword, refuseCommonPassword } from "./passwords.ts";
import { openSession, type OpenedSession } from "./sessions.ts";
import { countTries, refuseToWait } from "./throttle.ts";

interface SignUp {
  email: string;
  password: string;
  role: Role;
}

/** Creates an account and signs in. Of concurrent sign-ups with one email one wins; the others get `email_taken`. */
export async function signUp(
  run: RunAct,
  input: SignUp,
  origin: Origin & { limits: AccountLimits },
): Promise<OpenedSession> {
  const key = `signup:address:${origin.address}`;
  refuseToWait(await run((ctx) => countTries(ctx, [{ key, limit: origin.limits.signupByAddress }])));
  await refuseCommonPassword(input.password);
  const passwordHash = await hashPassword(input.password);
  return run(async (ctx) => {
    const person = await createPerson(ctx, { email: input.email, role: input.role, passwordHash });
    return openSession(ctx, person, origin.device);
  });
}

/** Creates a person whose public name starts as the email's local part, made unique. Fails with `email_taken`. */
export async function createPerson(
  ctx: Context,
  input: { email: string; role: Role; passwordHash: string | null; emailVerified?: boolean },
): Promise<Person> {
  for (const suffix of nameSuffixes()) {
    const name = nameFromEmail(input.email, suffix);
    const person = await insertPerson(ctx.tx, {
      ...input,
      name,
      nameKey: nameKey(name),
      createdAt: ctx.now,
    });
    if (person) {
      await ctx.emit(accountCreated, { personId: person.id });
      return person;
    }
    if (await findByEmail(ctx.tx, input.email)) throw accountsError("email_taken");
  }
  throw new Error("No free name was found.");
}

/** First none, then small numbers, then longer and longer random ones: popular names must not cost many tries. */
function* nameSuffixes(): Generator<string> {
  yield "";
  for (const number of [2, 3, 4]) yield String(number);
  for (let digits = 3; digits <= 12; digits += 1) yield String(randomInt(10 ** (digits - 1), 10 ** digits));
}
