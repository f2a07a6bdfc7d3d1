import { commonError } from "#core/error.ts";
import { type Actor, currentActor, type ReadContext } from "#core/server/context.ts";
import { clearAttempts } from "#core/server/rate-limit/queries.ts";
import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import { readableEmail } from "#core/server/readable-email.ts";
import { findPerson, lockPerson, setPassword } from "#modules/people/server/public/credentials.ts";
import { passwordError } from "#modules/sign-in/contract/passwords.ts";
import type { SignInLimits } from "#modules/sign-in/rules/sign-in.ts";

import { deleteCodes } from "../one-time-codes/queries.ts";
import { refuseIfLimited } from "../rate-limits/refuse.ts";
import { sendSecurityEmail } from "../security-emails/send-security-email.ts";
import { endSessions, replaceSessionToken } from "../sessions/queries.ts";
import type { Origin, RunAct } from "../sessions/request-origin.ts";
import { hashToken, newToken } from "../sessions/tokens.ts";
import { verifyPassword, hashPassword, rejectCommonPassword } from "./password-hash.ts";

/** The actor's sign-in methods, and whether their email is confirmed. */
export async function readCredentials(ctx: ReadContext) {
  const person = await findPerson(ctx, currentActor(ctx).id);
  if (!person) throw commonError("unauthenticated");
  const { email, emailVerified, passwordHash } = person;
  return { email: readableEmail(email), emailVerified, hasPassword: passwordHash !== null };
}

/**
 * Changes the actor's password, ends their other sessions and replaces the token of the current one. Returns the new
 * token and the ids of the ended sessions. The attempt is committed before the password is verified.
 */
export async function changePassword(
  run: RunAct,
  actor: Actor,
  { current, password }: { current: string; password: string },
  { limits, address }: Pick<Origin, "address"> & { limits: SignInLimits },
): Promise<{ token: string; ended: string[] }> {
  const key = `password:person:${actor.id}`;
  refuseIfLimited(await run((ctx) => countAttempts(ctx, [{ key, limit: limits.loginByClient }])));
  const before = (await run((ctx) => findPerson(ctx, actor.id)))?.passwordHash ?? null;
  if (before === null) throw passwordError("no_password");
  if (!(await verifyPassword(before, current))) throw wrongPassword();
  await rejectCommonPassword(password);
  const passwordHash = await hashPassword(password);
  return run(async (ctx) => {
    // Another session may have changed it while this one computed the hash.
    if ((await lockPerson(ctx, actor.id))?.passwordHash !== before) throw wrongPassword();
    const token = newToken();
    await setPassword(ctx, actor.id, passwordHash);
    await replaceSessionToken(ctx.tx, actor.sessionId, hashToken(token));
    await deleteCodes(ctx.tx, actor.id, "reset_password");
    await clearAttempts(ctx.tx, [key]);
    await sendSecurityEmail(ctx, actor.id, { change: "password_changed", address });
    const others = { except: actor.sessionId };
    return { token, ended: await endSessions(ctx.tx, actor.id, "password_changed", others) };
  });
}

function wrongPassword() {
  const { message } = passwordError("wrong_password");
  return passwordError("wrong_password", { issues: [{ path: "current", message }] });
}
