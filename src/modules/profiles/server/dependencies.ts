import type { IdentityProvider } from "#adapters/identity-provider/identity-provider.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Read, Run } from "#core/server/context.ts";
import type { Keyring } from "#core/server/keyring.ts";
import type { ProviderKey } from "#modules/sign-in/contract/identities.ts";

/** Dependencies of the module. */
export interface ProfilesDependencies {
  run: Run;
  read: Read;
  storage: ObjectStorage;
  keyring: Keyring;
  identity: Record<ProviderKey, Pick<IdentityProvider, "picture"> | null>;
}
