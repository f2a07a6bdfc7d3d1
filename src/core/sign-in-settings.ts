/** Policies of sign-up: for everyone, for invited people, for nobody. Operators can always create an account. */
export const signUpPolicies = ["open", "invitation", "closed"] as const;
export type SignUpPolicy = (typeof signUpPolicies)[number];

/** The operator's settings of sign-up and login. */
export interface SignInSettings {
  signUp: SignUpPolicy;
  /** With `open`, the domains of the addresses that need no invitation; empty for all. In lower case. */
  signUpDomains: readonly string[];
  /** False if users log in with single sign-on only. */
  passwordLogin: boolean;
  /** Whether single sign-on creates accounts; null if it follows `signUp`. */
  singleSignOnSignUp: boolean | null;
  /** The email or phone number of whom to ask for access; null if none is configured. */
  contact: string | null;
}

/** The settings of a server on which the operator has changed none of them. */
export const defaultSignInSettings: SignInSettings = {
  signUp: "open",
  signUpDomains: [],
  passwordLogin: true,
  singleSignOnSignUp: null,
  contact: null,
};
