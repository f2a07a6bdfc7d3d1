import { Link } from "react-router";

import { buttonClass } from "#ui/button-class.ts";
import { EmptyState } from "#ui/empty-state.tsx";

export default function NotFoundPage() {
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-360 px-4 py-6 sm:px-6 wide:px-10 wide:py-10">
      <title>Page not found · Reelay</title>
      <h1 className="sr-only">Page not found</h1>
      <EmptyState
        title="This page doesn't exist"
        action={
          <Link to="/" className={buttonClass("primary", "medium")}>
            Go to the home page
          </Link>
        }
      >
        The link may be outdated or mistyped.
      </EmptyState>
    </main>
  );
}
