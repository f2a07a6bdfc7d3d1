import type { SignUpMode } from "./sign-up.ts";

/** Options of sign-up and login on this server, as its pages show them. */
export interface SignInOptions {
  signUp: SignUpMode;
  passwordLogin: boolean;
  google: boolean;
  /** The provider for single sign-on, and whether new users choose their role; null without one. */
  singleSignOn: { name: string; choosesRole: boolean } | null;
  /** Whether everyone gets an account with single sign-on, whatever `signUp` is. */
  singleSignOnSignUp: boolean;
  /** The contact of the operator for access: an email or a phone number. */
  contact: string | null;
}

/** The options of a server on which the operator has changed none of them. Its pages don't state them. */
export const defaultSignInOptions: SignInOptions = {
  signUp: "open",
  passwordLogin: true,
  google: true,
  singleSignOn: null,
  singleSignOnSignUp: false,
  contact: null,
};

export type AuthMode = "login" | "signup";

/** Whether visitors can sign up by themselves. */
export function mayVisitorsSignUp({ signUp, passwordLogin }: SignInOptions): boolean {
  return passwordLogin && (signUp === "open" || signUp === "link");
}

/** The form that the sign-up page shows for the `mode` in its URL, if there is one. */
export function authMode(mode: string | null, options: SignInOptions): AuthMode {
  if (mode === "login" || mode === "signup") return mode;
  return mayVisitorsSignUp(options) ? "signup" : "login";
}

/** The name of the element in the head of a page that states them, as JSON. */
export const signInOptionsName = "sign-in-options";
