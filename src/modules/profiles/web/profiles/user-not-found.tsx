import { HomeLink } from "#modules/people/web/public/home-link.tsx";
import { DeadEnd } from "#modules/sign-in/web/public/dead-end.tsx";
import { Button } from "#ui/button.tsx";

import { usePaletteState } from "../palette/palette-state.ts";

/** The page of a name that nobody has. */
export function UserNotFound({ username, message }: { username: string; message: string }) {
  const { setOpen } = usePaletteState();
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-3xl px-4 py-6 sm:px-6 wide:py-16">
      <title>User not found · Reelay</title>
      <HomeLink />
      <h1 className="sr-only">User not found</h1>
      <DeadEnd
        message={`${username} doesn't exist`}
        action={
          <Button variant="primary" onClick={() => setOpen(true)}>
            Search for users
          </Button>
        }
      >
        {message}
      </DeadEnd>
    </main>
  );
}
