import { Link } from "react-router";

import { buttonClass } from "#ui/button-class.ts";
import { Skeleton } from "#ui/skeleton.tsx";

export const logInPath = "/auth?mode=login";

/** Links to log in and to sign up. Narrow screens have the first in the menu. */
export function SignInLinks() {
  return (
    <>
      <Link to={logInPath} className={buttonClass("quiet", "medium", "hidden sm:inline-flex")}>
        Log in
      </Link>
      <Link to="/auth" className={buttonClass("primary", "medium")}>
        Sign up
      </Link>
    </>
  );
}

/** Shown in place of the avatar while the session is loading. */
export function AccountPlaceholder() {
  return (
    <span className="flex size-11 items-center justify-center">
      <Skeleton className="size-9 rounded-full" />
    </span>
  );
}
