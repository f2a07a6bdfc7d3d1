import type { ProviderKey } from "#modules/sign-in/contract/identities.ts";

import { signInOptions } from "../public/sign-in-options.ts";
import { IdentityButton } from "./identity-button.tsx";
import type { IdentityRedirectState } from "./identity-redirect.ts";

interface IdentityButtonsProps {
  /** Called on click with the provider; see `IdentityButton`. */
  state: (provider: ProviderKey) => Omit<IdentityRedirectState, "provider"> | null;
  /** The last action on the page: errors of other providers are hidden. */
  active: string;
  /** Whether they are the only way to log in. */
  primary?: boolean;
}

/** The buttons of the identity providers of this server. */
export function IdentityButtons({ state, active, primary = false }: IdentityButtonsProps) {
  const { google, singleSignOn } = signInOptions();
  const providers: ProviderKey[] = [
    ...(google ? ["google" as const] : []),
    ...(singleSignOn ? ["oidc" as const] : []),
  ];
  return providers.map((provider) => (
    <IdentityButton
      key={provider}
      provider={provider}
      state={() => state(provider)}
      active={active === provider}
      primary={primary}
    />
  ));
}
