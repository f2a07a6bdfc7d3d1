import { Link } from "react-router";

import { Logo } from "#ui/logo.tsx";

/** The logo in the page header on narrow screens, linked to the start page. */
export function HomeLink() {
  return (
    <Link to="/" className="-mr-4 flex min-h-11 min-w-11 items-center wide:hidden">
      <Logo markOnly />
    </Link>
  );
}
