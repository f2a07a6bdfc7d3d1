import type { Role } from "#core/permission.ts";
import { type SignInLimits } from "#modules/sign-in/rules/sign-in.ts";

import { countSignUp } from "../rate-limits/sign-ups.ts";
import type { Origin, RunAct } from "../sessions/request-origin.ts";
import { startSession, type NewSession } from "../sessions/sessions.ts";
import { createAccount } from "../sign-up/create-account.ts";
import { hashPassword, rejectCommonPassword } from "./password-hash.ts";

interface SignUp {
  email: string;
  password: string;
  role: Role;
  /** The token of an invitation, if any. */
  invitation?: string | undefined;
}

/**
 * Creates an account and starts a session. Fails with `email_taken`, also for concurrent requests with one email, and with
 * the errors of sign-up and invitations.
 */
export async function signUp(
  run: RunAct,
  input: SignUp,
  origin: Origin & { limits: SignInLimits },
): Promise<NewSession> {
  await countSignUp(run, origin.address, origin.limits);
  await rejectCommonPassword(input.password);
  const passwordHash = await hashPassword(input.password);
  const { email, role, invitation } = input;
  return run(async (ctx) => {
    const person = await createAccount(ctx, { email, role, passwordHash }, { invitation });
    return startSession(ctx, person, origin);
  });
}
