import type { PublishingPlatform } from "#adapters/video-platform/publishing-platform.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { Keyring } from "#core/server/keyring.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import type { DestinationRow } from "./queries.ts";

export type Platforms = Pick<PublishingDependencies, "platform" | "peertube" | "s3" | "keyring">;

const settingsPurpose = "publishing.settings";

/** The platform that a destination is connected to. Throws `reconnect_needed` for one whose settings are lost. */
export function platformOf(
  { platform, peertube, s3, keyring }: Platforms,
  row: DestinationRow,
): PublishingPlatform {
  if (row.kind === "youtube") return platform;
  if (row.encryptedSettings === null) {
    throw new AdapterError({ kind: "needs-user", code: "reconnect_needed", message: "No settings." });
  }
  const settings = decryptSettings(keyring, row.encryptedSettings);
  return row.kind === "peertube" ? peertube.instance(settings) : s3.bucket(settings);
}

/** The platform's name in messages to users; without settings only the kind is known. */
export function platformName(
  platforms: Platforms,
  { kind }: Pick<DestinationRow, "kind">,
  connected: DestinationRow | null,
): string {
  if (kind === "youtube") return platforms.platform.name;
  if (connected?.encryptedSettings) return platformOf(platforms, connected).name;
  return kind === "peertube" ? "PeerTube" : "The S3 bucket";
}

export function decryptSettings(keyring: Keyring, encrypted: string): string {
  return keyring.decrypt(settingsPurpose, encrypted);
}

export function encryptSettings(keyring: Keyring, settings: string): string {
  return keyring.encrypt(settingsPurpose, settings);
}
