import { Link } from "react-router";

import { HomeLink } from "#modules/people/web/public/home-link.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

import { usePaletteState } from "./palette-state.ts";

/** The page of a name that nobody has. */
export function UserNotFound({ username, message }: { username: string; message: string }) {
  const { setOpen } = usePaletteState();
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-3xl px-4 py-6 sm:px-6 wide:py-16">
      <title>User not found · Reelay</title>
      <HomeLink />
      <h1 className="sr-only">User not found</h1>
      <EmptyState
        title={`${username} doesn't exist`}
        action={
          <span className="flex flex-wrap gap-2">
            <Button variant="primary" onClick={() => setOpen(true)}>
              Search for users
            </Button>
            <Link to="/" className={buttonClass("outline")}>
              Go to the home page
            </Link>
          </span>
        }
      >
        {message}
      </EmptyState>
    </main>
  );
}
