import type { BaseLogger } from "pino";

import type { IdentityProvider } from "#adapters/identity-provider/identity-provider.ts";
import type { Mail } from "#adapters/mail/mail.ts";
import type { Run } from "#core/server/context.ts";
import type { Keyring } from "#core/server/keyring.ts";
import type { PersonalData } from "#core/server/personal-data.ts";
import type { ProviderKey } from "#modules/sign-in/contract/identities.ts";

/** Dependencies of the module. */
export interface SignInDependencies {
  run: Run;
  keyring: Keyring;
  /** Null if the server sends no email. */
  mail: Pick<Mail, "send"> | null;
  /** The identity providers with which users log in; null for those that the server doesn't offer. */
  identity: Record<ProviderKey, IdentityProvider | null>;
  /** The app's address, without a trailing slash. */
  appUrl: string;
  /** Whether cookies are only sent over https. */
  secureCookies: boolean;
  /** Ends the realtime connections of a session. */
  endConnections: (sessionId: string) => void;
  /** Parts of the download of personal data, one for each module that stores something about users. */
  personalData: readonly PersonalData[];
  log: Pick<BaseLogger, "warn">;
}
