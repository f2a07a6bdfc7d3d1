import type { ProviderKey } from "#modules/sign-in/contract/identities.ts";
import { Button } from "#ui/button.tsx";

import { FormError } from "../form-error.tsx";
import { useIdentityRedirect, type IdentityRedirectState } from "./identity-redirect.ts";
import { ProviderMark } from "./provider-mark.tsx";
import { providerName } from "./provider-name.ts";

interface IdentityButtonProps {
  provider: ProviderKey;
  verb?: "Connect" | "Continue with";
  /** Called on click. Returns what to remember during the redirect, or null if the form is incomplete. */
  state: () => Omit<IdentityRedirectState, "provider"> | null;
  /** Whether this was the last action on the page; otherwise its error is hidden. */
  active: boolean;
  /** Whether it is the only way to log in. */
  primary?: boolean;
}

/** Logs in or signs up with an identity provider, or connects it to the account. */
export function IdentityButton({
  provider,
  verb = "Continue with",
  state,
  active,
  primary = false,
}: IdentityButtonProps) {
  const { start, redirecting, error } = useIdentityRedirect();
  const name = providerName(provider);
  return (
    <div>
      <Button
        size="large"
        variant={primary ? "primary" : "outline"}
        className="w-full"
        busy={redirecting && `Opening ${name}...`}
        onClick={() => {
          const redirect = state();
          if (redirect) start({ ...redirect, provider });
        }}
      >
        <ProviderMark provider={provider} className="size-5 shrink-0" />
        {verb} {name}
      </Button>
      <FormError className="mt-2" error={active && error} />
    </div>
  );
}
