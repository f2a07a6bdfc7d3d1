import type { SignInSettings } from "#core/sign-in-settings.ts";

/** Sign-up of a server, as its pages show it; `link` if addresses have to be proved. */
export type SignUpMode = "open" | "link" | "invitation" | "closed";

/** Reasons why an account can't be created; `link` if it can with a link that is emailed to the address. */
export type SignUpRefusal = Exclude<SignUpMode, "open">;

interface Applicant {
  email: string;
  /** Whether it is proved that the address is theirs. */
  emailVerified: boolean;
  /** Whether they have an invitation of another user. */
  invited: boolean;
  /** Whether they log in with the operator's single sign-on. */
  singleSignOn: boolean;
}

/** The settings that decide who can sign up. Addresses of operators are in lower case. */
export interface SignUpSettings {
  signIn: SignInSettings;
  operatorEmails: readonly string[];
}

/** The reason why these settings don't allow this account, or null if they do. */
export function signUpRefusal(settings: SignUpSettings, applicant: Applicant): SignUpRefusal | null {
  const { signUp, signUpDomains, singleSignOnSignUp } = settings.signIn;
  const { email, invited } = applicant;
  const bySetting = applicant.singleSignOn ? singleSignOnSignUp : null;
  if (bySetting ?? (signUp === "open" && signUpDomains.length === 0)) return null;
  const ownAddress = applicant.emailVerified ? null : "link";
  if (settings.operatorEmails.includes(email)) return ownAddress;
  if (bySetting === false || signUp === "closed") return "closed";
  if (invited) return null;
  return signUp === "open" && signUpDomains.includes(emailDomain(email)) ? ownAddress : "invitation";
}

/** Whether an address may request a link to sign up. */
export function mayRequestLink(settings: SignUpSettings, email: string): boolean {
  const applicant = { email, emailVerified: true, invited: false, singleSignOn: false };
  return signUpRefusal(settings, applicant) === null;
}

/** The mode of the server's sign-up page. */
export function signUpMode({ signUp, signUpDomains }: SignInSettings): SignUpMode {
  if (signUp !== "open") return signUp;
  return signUpDomains.length > 0 ? "link" : "open";
}

function emailDomain(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}
