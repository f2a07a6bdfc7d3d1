import type { Context } from "#core/server/context.ts";
import { clearAttempts, refundAttempt } from "#core/server/rate-limit/queries.ts";
import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import { findPersonByEmail } from "#modules/people/server/public/credentials.ts";
import type { Person } from "#modules/people/server/public/credentials.ts";
import { signInError } from "#modules/sign-in/contract/sign-in.ts";
import type { SignInLimits } from "#modules/sign-in/rules/sign-in.ts";

import { emailKeys } from "../rate-limits/keys.ts";
import { refuseIfLimited } from "../rate-limits/refuse.ts";
import { knownBrowserId } from "../sessions/known-browser.ts";
import type { Origin, RunAct } from "../sessions/request-origin.ts";
import { startSession, type NewSession } from "../sessions/sessions.ts";
import { verifyPassword } from "./password-hash.ts";

/** Logs in with email and password. Fails with `wrong_credentials`, `login_locked` and `account_suspended`. */
export function logIn(
  run: RunAct,
  credentials: Credentials,
  origin: Origin & { limits: SignInLimits },
): Promise<NewSession> {
  return withPassword(run, credentials, origin, (ctx, person) => startSession(ctx, person, origin));
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
  const { person, client, shared, wait } = await run((ctx) => countLogin(ctx, email, origin));
  refuseIfLimited(wait);
  const fits = await verifyPassword(person?.passwordHash ?? null, password, "login");
  if (!person || !fits) throw signInError("wrong_credentials");
  return run(async (ctx) => {
    await clearAttempts(ctx.tx, [client.key]);
    for (const { key } of shared) await refundAttempt(ctx.tx, key);
    return act(ctx, person);
  });
}

/**
 * Counts a login attempt. A known browser has a limit of its own, so that attempts from elsewhere can't lock its user out
 * (docs/decisions/0008-own-sign-in.md). Any other client also shares the limits of the account and of its address.
 */
async function countLogin(ctx: Context, email: string, origin: Origin & { limits: SignInLimits }) {
  const { limits, address } = origin;
  const person = await findPersonByEmail(ctx, email);
  const browser = knownBrowserId(ctx, origin.browserToken, person?.id);
  const client = {
    key: browser === null ? emailKeys.loginFrom(email, address) : `login:browser:${browser}`,
    limit: limits.loginByClient,
  };
  const byAddress = { key: `login:address:${address}`, limit: limits.loginByAddress };
  const byAccount = { key: emailKeys.login(email), limit: limits.loginByAccount };
  const shared = browser === null ? [byAddress, byAccount] : [];
  return { person, client, shared, wait: await countAttempts(ctx, [client, ...shared]) };
}
