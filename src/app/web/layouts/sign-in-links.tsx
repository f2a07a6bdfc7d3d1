import { Link } from "react-router";

import { logInPath, signUpPath } from "#core/paths.ts";
import { mayVisitorsSignUp } from "#modules/sign-in/rules/sign-in-options.ts";
import { signInOptions } from "#modules/sign-in/web/public/sign-in-options.ts";
import { buttonClass } from "#ui/button-class.ts";
import { Skeleton } from "#ui/skeleton.tsx";

/** Links to log in and, where visitors can, to sign up. Narrow screens have the first in the menu. */
export function SignInLinks() {
  if (!mayVisitorsSignUp(signInOptions())) {
    return (
      <Link to={logInPath} className={buttonClass("primary", "medium")}>
        Log in
      </Link>
    );
  }
  return (
    <>
      <Link to={logInPath} className={buttonClass("quiet", "medium", "max-sm:hidden")}>
        Log in
      </Link>
      <Link to={signUpPath} className={buttonClass("primary", "medium")}>
        Sign up
      </Link>
    </>
  );
}

/**
 * Shown while the session is loading. It is as wide as the links to settings and profile: a button beside it that moved
 * between pressing and releasing the mouse would not be clicked.
 */
export function AccountPlaceholder() {
  return (
    <>
      <span className="flex w-10 shrink-0 justify-center pointer-coarse:w-11">
        <Skeleton className="size-5 rounded-full" />
      </span>
      <span className="flex size-11 shrink-0 items-center justify-center">
        <Skeleton className="size-9 rounded-full" />
      </span>
    </>
  );
}
