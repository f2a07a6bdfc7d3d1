import { signInError } from "#modules/sign-in/contract/sign-in.ts";

/** Throws `login_locked` (429) unless `countAttempts` returned null. */
export function refuseIfLimited(seconds: number | null): void {
  if (seconds !== null) throw signInError("login_locked", { retryAfterSeconds: seconds });
}
