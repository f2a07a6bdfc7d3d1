import { Button } from "#ui/button.tsx";

import { FormError } from "../form-error.tsx";
import { GoogleMark } from "./google-mark.tsx";
import { useGoogleRedirect, type GoogleRedirectState } from "./google-redirect.ts";

interface GoogleButtonProps {
  /** Called on click. Returns what to remember during the redirect, or null if the form is incomplete. */
  state: () => GoogleRedirectState | null;
  /** Whether this was the last action on the page; otherwise its error is hidden. */
  active: boolean;
}

/** Logs in or signs up with Google. */
export function GoogleButton({ state, active }: GoogleButtonProps) {
  const { start, redirecting, error } = useGoogleRedirect();
  return (
    <div>
      <Button
        size="large"
        className="w-full"
        busy={redirecting && "Opening Google..."}
        onClick={() => {
          const redirect = state();
          if (redirect) start(redirect);
        }}
      >
        <GoogleMark className="size-5 shrink-0" />
        Continue with Google
      </Button>
      <FormError className="mt-2" error={active && error} />
    </div>
  );
}
