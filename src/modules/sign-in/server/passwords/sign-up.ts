import type { Role } from "#core/permission.ts";
import { createPerson } from "#modules/people/server/actions/create-person.ts";
import { type SignInLimits } from "#modules/sign-in/rules.ts";

import { countAttempts, refuseIfLimited } from "../rate-limits/rate-limits.ts";
import type { Origin, RunAct } from "../request-origin.ts";
import { openSession, type OpenedSession } from "../sessions/sessions.ts";
import { hashPassword, rejectCommonPassword } from "./password-hash.ts";

interface SignUp {
  email: string;
  password: string;
  role: Role;
}

/** Creates an account and signs in. Of concurrent sign-ups with one email one wins; the others get `email_taken`. */
export async function signUp(
  run: RunAct,
  input: SignUp,
  origin: Origin & { limits: SignInLimits },
): Promise<OpenedSession> {
  const key = `signup:address:${origin.address}`;
  refuseIfLimited(await run((ctx) => countAttempts(ctx, [{ key, limit: origin.limits.signupByAddress }])));
  await rejectCommonPassword(input.password);
  const passwordHash = await hashPassword(input.password);
  return run(async (ctx) => {
    const person = await createPerson(ctx, { email: input.email, role: input.role, passwordHash });
    return openSession(ctx, person, origin.device);
  });
}
