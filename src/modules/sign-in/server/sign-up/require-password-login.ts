import type { ReadContext } from "#core/server/context.ts";
import { signUpError } from "#modules/sign-in/contract/sign-up.ts";

/** Fails with `password_login_off` where users log in with single sign-on only: with passwords, codes and passkeys. */
export async function requirePasswordLogin({ settings }: Pick<ReadContext, "settings">): Promise<void> {
  if (!settings.signIn.passwordLogin) throw signUpError("password_login_off");
}
