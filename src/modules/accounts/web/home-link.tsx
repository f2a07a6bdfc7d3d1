import { Link } from "react-router";

import { Logo } from "#ui/logo.tsx";

/** The way home at the start of a page's header, where there is no sidebar to hold it. */
export function HomeLink() {
  return (
    <Link to="/" className="-mr-4 flex min-h-11 min-w-11 items-center wide:hidden">
      <Logo markOnly />
    </Link>
  );
}
