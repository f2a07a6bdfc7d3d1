import type { Actor } from "#core/server/context.ts";
import { credentialsError } from "#modules/accounts/contract/credentials.ts";
import type { AccountLimits } from "#modules/accounts/rules.ts";

import { sendSecurityEmail } from "../letters/tell-of-change.ts";
import { deleteCodes } from "../store/one-time-codes.ts";
import { findPerson, lockPerson, setPassword } from "../store/people.ts";
import { deleteSessionsOf, replaceSessionToken } from "../store/sessions.ts";
import { forgetTries } from "../store/throttles.ts";
import type { RunAct } from "./log-in.ts";
import { fitsPassword, hashPassword, refuseCommonPassword } from "./passwords.ts";
import { countTries, refuseToWait } from "./throttle.ts";
import { hashToken, newToken } from "./tokens.ts";

/**
 * Changes the actor's password, ends their other sessions (their ids are answered) and gives this one a new token. The
 * try is counted and committed before the password is looked at, as when logging in.
 */
export async function changePassword(
  run: RunAct,
  actor: Actor,
  { current, password }: { current: string; password: string },
  limits: AccountLimits,
): Promise<{ token: string; ended: string[] }> {
  const key = `password:person:${actor.id}`;
  refuseToWait(await run((ctx) => countTries(ctx, [{ key, limit: limits.loginByEmail }])));
  const before = (await run((ctx) => findPerson(ctx.tx, actor.id)))?.passwordHash ?? null;
  if (before === null) throw credentialsError("no_password");
  if (!(await fitsPassword(before, current))) throw wrongPassword();
  await refuseCommonPassword(password);
  const passwordHash = await hashPassword(password);
  return run(async (ctx) => {
    // Another browser may have changed it while this one was hashing.
    if ((await lockPerson(ctx.tx, actor.id))?.passwordHash !== before) throw wrongPassword();
    const token = newToken();
    await setPassword(ctx.tx, actor.id, passwordHash);
    await replaceSessionToken(ctx.tx, actor.sessionId, hashToken(token));
    await deleteCodes(ctx.tx, actor.id, "reset_password");
    await forgetTries(ctx.tx, key);
    await sendSecurityEmail(ctx, actor.id, "password_changed");
    return { token, ended: await deleteSessionsOf(ctx.tx, actor.id, actor.sessionId) };
  });
}

function wrongPassword() {
  const { message } = credentialsError("wrong_password");
  return credentialsError("wrong_password", { issues: [{ path: "current", message }] });
}
