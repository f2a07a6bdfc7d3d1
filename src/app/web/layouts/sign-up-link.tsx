import { Link } from "react-router";

import { buttonClass } from "#ui/button-class.ts";
import { Skeleton } from "#ui/skeleton.tsx";

/** The way in, for nobody in particular. */
export function SignUpLink() {
  return (
    <Link to="/auth" className={buttonClass("primary", "medium")}>
      Sign up
    </Link>
  );
}

/** Stands where the picture will be while the server is asked who is signed in. */
export function AccountPlaceholder() {
  return (
    <span className="flex size-11 items-center justify-center">
      <Skeleton className="size-9 rounded-full" />
    </span>
  );
}
