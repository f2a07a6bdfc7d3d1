import type { Context } from "#core/server/context.ts";
import { accountsError } from "#modules/accounts/contract.ts";
import type { AccountLimits } from "#modules/accounts/rules.ts";

import { findByEmail } from "../store/people.ts";
import { forgetTries, takeBackTry } from "../store/throttles.ts";
import type { Person } from "../tables.ts";
import { fitsPassword } from "./passwords.ts";
import { openSession, type OpenedSession } from "./sessions.ts";
import { countTries, refuseToWait } from "./throttle.ts";

/** Runs a function of a context in a transaction of its own, as the caller of an endpoint. */
export type RunAct = <T>(act: (ctx: Context) => Promise<T>) => Promise<T>;

/** Where a sign-in comes from: the address for the limits, the browser's name for the list of sessions. */
export interface Origin {
  address: string;
  device: string;
}

/** Under what the tries of logging in with an email are counted. */
export const loginTriesKey = (email: string) => `login:email:${email}`;

/** Signs in by email and password. Fails with `wrong_credentials` and `login_locked`. */
export function logIn(
  run: RunAct,
  credentials: Credentials,
  origin: Origin & { limits: AccountLimits },
): Promise<OpenedSession> {
  return withPassword(run, credentials, origin, (ctx, person) => openSession(ctx, person, origin.device));
}

interface Credentials {
  email: string;
  password: string;
}

/**
 * Acts for the person whose email and password these are. The try is counted and committed before the password is
 * looked at, so parallel guesses can't outrun the limit; the slow hash is computed between two short transactions.
 */
export async function withPassword<T>(
  run: RunAct,
  credentials: Credentials,
  origin: Origin & { limits: AccountLimits },
  act: (ctx: Context, person: Person) => Promise<T>,
): Promise<T> {
  const { email, password } = credentials;
  const byEmail = { key: loginTriesKey(email), limit: origin.limits.loginByEmail };
  const byAddress = { key: `login:address:${origin.address}`, limit: origin.limits.loginByAddress };
  refuseToWait(await run((ctx) => countTries(ctx, [byEmail, byAddress])));
  const person = await run((ctx) => findByEmail(ctx.tx, email));
  const fits = await fitsPassword(person?.passwordHash ?? null, password);
  if (!person || !fits) throw accountsError("wrong_credentials");
  return run(async (ctx) => {
    await forgetTries(ctx.tx, byEmail.key);
    await takeBackTry(ctx.tx, byAddress.key);
    return act(ctx, person);
  });
}
