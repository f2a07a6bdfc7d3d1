import type { SignInSettings } from "#core/sign-in-settings.ts";
import type { SignInOptions } from "#modules/sign-in/rules/sign-in-options.ts";
import { signUpMode } from "#modules/sign-in/rules/sign-up.ts";

/** Options of sign-up and login that the pages state; the contact only where it is needed. */
export function presentSignIn({
  signIn,
  googleLogin,
  singleSignOn,
}: {
  signIn: SignInSettings;
  googleLogin: boolean;
  singleSignOn: { name: string; roleClaim: string | null } | null;
}): SignInOptions {
  const signUp = signUpMode(signIn);
  return {
    signUp,
    passwordLogin: signIn.passwordLogin,
    google: googleLogin,
    singleSignOn: singleSignOn && { name: singleSignOn.name, choosesRole: singleSignOn.roleClaim === null },
    singleSignOnSignUp: singleSignOn !== null && (signIn.singleSignOnSignUp ?? signUp === "open"),
    contact: signUp === "open" && signIn.passwordLogin ? null : signIn.contact,
  };
}
