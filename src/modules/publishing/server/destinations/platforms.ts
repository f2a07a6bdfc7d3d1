import type { PublishingPlatform } from "#adapters/video-platform/publishing-platform.ts";
import type { Keyring } from "#core/server/keyring.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import type { DestinationRow } from "./queries.ts";

export type Platforms = Pick<PublishingDependencies, "platform" | "peertube" | "keyring">;

const settingsPurpose = "publishing.settings";

/** The platform that a destination is connected to. */
export function platformOf(
  { platform, peertube, keyring }: Platforms,
  row: DestinationRow,
): PublishingPlatform {
  if (row.kind !== "peertube") return platform;
  if (row.encryptedSettings === null) throw new Error("The destination has no settings.");
  return peertube.instance(keyring.decrypt(settingsPurpose, row.encryptedSettings));
}

/** The platform's name in messages to users; of a disconnected destination only the kind is known. */
export function platformName(
  platforms: Platforms,
  { kind }: Pick<DestinationRow, "kind">,
  connected: DestinationRow | null,
): string {
  if (connected) return platformOf(platforms, connected).name;
  return kind === "peertube" ? "PeerTube" : platforms.platform.name;
}

export function encryptSettings(keyring: Keyring, settings: string): string {
  return keyring.encrypt(settingsPurpose, settings);
}
