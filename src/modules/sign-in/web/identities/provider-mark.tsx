import { KeyRound } from "lucide-react";

import type { ProviderKey } from "#modules/sign-in/contract/identities.ts";

import { GoogleMark } from "./google-mark.tsx";

/** The logo of an identity provider; a key for single sign-on. Decorative: the text beside it names the provider. */
export function ProviderMark({ provider, className }: { provider: ProviderKey; className: string }) {
  if (provider === "google") return <GoogleMark className={className} />;
  return <KeyRound aria-hidden className={className} />;
}
