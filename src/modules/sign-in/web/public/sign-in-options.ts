import { logInPath, signUpPath } from "#core/paths.ts";
import { signUpForTask } from "#modules/sign-in/rules/first-task.ts";
import {
  defaultSignInOptions,
  mayVisitorsSignUp,
  type SignInOptions,
  signInOptionsName,
} from "#modules/sign-in/rules/sign-in-options.ts";

/** The options of sign-up and login on this server. Pages of a server with the default options don't state them. */
export function signInOptions(): SignInOptions {
  if (typeof document === "undefined") return defaultSignInOptions;
  const content = document.querySelector<HTMLMetaElement>(`meta[name=${signInOptionsName}]`)?.content;
  // Written by the same server, so it isn't validated: the landing page loads no schemas.
  return content === undefined ? defaultSignInOptions : (JSON.parse(content) as SignInOptions);
}

/** The path at which a visitor gets started: the sign-up form, or the login where nobody can sign up without an invitation. */
export function getStartedPath(): string {
  return mayVisitorsSignUp(signInOptions()) ? signUpPath : logInPath;
}

/** The path at which a visitor begins a first task: the sign-up form that continues there, or the login. */
export function firstTaskSignUpPath(): string {
  return mayVisitorsSignUp(signInOptions()) ? signUpForTask : logInPath;
}
