import { Link } from "react-router";

import { buttonClass } from "#ui/button-class.ts";
import { Skeleton } from "#ui/skeleton.tsx";

export function SignUpLink() {
  return (
    <Link to="/auth" className={buttonClass("primary", "medium")}>
      Sign up
    </Link>
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
