import type { Context } from "#core/server/context.ts";
import { findPersonByEmail } from "#modules/people/server/actions/credentials.ts";
import type { Person } from "#modules/people/server/actions/credentials.ts";
import { signInError } from "#modules/sign-in/contract.ts";
import type { SignInLimits } from "#modules/sign-in/rules.ts";

import { clearAttempts, refundAttempt } from "../rate-limits/queries.ts";
import { countAttempts, refuseIfLimited } from "../rate-limits/rate-limits.ts";
import { startSession, type NewSession } from "../sessions/sessions.ts";
import { verifyPassword } from "./password-hash.ts";

/** Runs a function of a context in a transaction of its own, as the caller of an endpoint. */
export type RunAct = <T>(act: (ctx: Context) => Promise<T>) => Promise<T>;

/** Where a sign-in comes from: the address for the limits, the browser's name for the list of sessions. */
export interface Origin {
  address: string;
  device: string;
}

/** The rate limit key of login attempts with an email. */
export const loginAttemptsKey = (email: string) => `login:email:${email}`;

/** Logs in with email and password. Fails with `wrong_credentials` and `login_locked`. */
export function logIn(
  run: RunAct,
  credentials: Credentials,
  origin: Origin & { limits: SignInLimits },
): Promise<NewSession> {
  return withPassword(run, credentials, origin, (ctx, person) => startSession(ctx, person, origin.device));
}

interface Credentials {
  email: string;
  password: string;
}

/**
 * Runs `act` for the person with these credentials. The attempt is committed before the password is verified, so that
 * parallel attempts can't exceed the limit. The slow hash runs outside of a transaction.
 */
export async function withPassword<T>(
  run: RunAct,
  credentials: Credentials,
  origin: Origin & { limits: SignInLimits },
  act: (ctx: Context, person: Person) => Promise<T>,
): Promise<T> {
  const { email, password } = credentials;
  const byEmail = { key: loginAttemptsKey(email), limit: origin.limits.loginByEmail };
  const byAddress = { key: `login:address:${origin.address}`, limit: origin.limits.loginByAddress };
  refuseIfLimited(await run((ctx) => countAttempts(ctx, [byEmail, byAddress])));
  const person = await run((ctx) => findPersonByEmail(ctx, email));
  const fits = await verifyPassword(person?.passwordHash ?? null, password);
  if (!person || !fits) throw signInError("wrong_credentials");
  return run(async (ctx) => {
    await clearAttempts(ctx.tx, byEmail.key);
    await refundAttempt(ctx.tx, byAddress.key);
    return act(ctx, person);
  });
}
