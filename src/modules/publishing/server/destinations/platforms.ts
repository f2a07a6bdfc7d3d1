import type { PublishingPlatform } from "#adapters/video-platform/publishing-platform.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { Keyring } from "#core/server/keyring.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import type { DestinationRow } from "./queries.ts";

export type Platforms = Pick<PublishingDependencies, "platform" | "peertube" | "keyring">;

const settingsPurpose = "publishing.settings";

/** The platform that a destination is connected to. Throws `reconnect_needed` for an instance without settings. */
export function platformOf(
  { platform, peertube, keyring }: Platforms,
  row: DestinationRow,
): PublishingPlatform {
  if (row.kind !== "peertube") return platform;
  if (row.encryptedSettings === null) {
    throw new AdapterError({ kind: "needs-user", code: "reconnect_needed", message: "No settings." });
  }
  return peertube.instance(keyring.decrypt(settingsPurpose, row.encryptedSettings));
}

/** The platform's name in messages to users; without settings only the kind is known. */
export function platformName(
  platforms: Platforms,
  { kind }: Pick<DestinationRow, "kind">,
  connected: DestinationRow | null,
): string {
  if (kind !== "peertube") return platforms.platform.name;
  return connected?.encryptedSettings ? platformOf(platforms, connected).name : "PeerTube";
}

export function encryptSettings(keyring: Keyring, settings: string): string {
  return keyring.encrypt(settingsPurpose, settings);
}
