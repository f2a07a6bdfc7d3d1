import type { Role } from "#core/permission.ts";
import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import { createPerson } from "#modules/people/server/actions/create-person.ts";
import { type SignInLimits } from "#modules/sign-in/rules.ts";

import { refuseIfLimited } from "../rate-limits/refuse.ts";
import type { Origin, RunAct } from "../request-origin.ts";
import { startSession, type NewSession } from "../sessions/sessions.ts";
import { hashPassword, rejectCommonPassword } from "./password-hash.ts";

interface SignUp {
  email: string;
  password: string;
  role: Role;
}

/** Creates an account and starts a session. Fails with `email_taken`, also for concurrent requests with one email. */
export async function signUp(
  run: RunAct,
  input: SignUp,
  origin: Origin & { limits: SignInLimits },
): Promise<NewSession> {
  const key = `signup:address:${origin.address}`;
  refuseIfLimited(await run((ctx) => countAttempts(ctx, [{ key, limit: origin.limits.signupByAddress }])));
  await rejectCommonPassword(input.password);
  const passwordHash = await hashPassword(input.password);
  return run(async (ctx) => {
    const person = await createPerson(ctx, { email: input.email, role: input.role, passwordHash });
    return startSession(ctx, person, origin);
  });
}
