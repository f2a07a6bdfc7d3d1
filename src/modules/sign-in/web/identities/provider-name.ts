import type { ProviderKey } from "#modules/sign-in/contract/identities.ts";

import { signInOptions } from "../public/sign-in-options.ts";

/** The name of an identity provider for users. */
export function providerName(provider: ProviderKey): string {
  return provider === "google" ? "Google" : (signInOptions().singleSignOn?.name ?? "single sign-on");
}
