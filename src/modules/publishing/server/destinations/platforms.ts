import type { Tokens } from "#adapters/video-platform/connection.ts";
import type { ConsentScreen } from "#adapters/video-platform/platform.ts";
import type { PublishingPlatform } from "#adapters/video-platform/publishing-platform.ts";
import type { PlatformStatistics } from "#adapters/video-platform/statistics.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { Keyring } from "#core/server/keyring.ts";
import { destinationsError } from "#modules/publishing/contract/destinations.ts";
import { type DestinationKind, destinationKinds } from "#modules/publishing/platforms/platforms.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import type { DestinationRow } from "./queries.ts";

export type PlatformAccess = Pick<PublishingDependencies, "platforms" | "keyring">;

const settingsPurpose = "publishing.settings";

/** The platform that a destination is connected to. Throws `reconnect_needed` for one whose settings are lost. */
export function findPlatform(
  { platforms, keyring }: PlatformAccess,
  { kind, encryptedSettings }: Pick<DestinationRow, "kind" | "encryptedSettings">,
): PublishingPlatform {
  return platforms[kind].connect(encryptedSettings && decryptSettings(keyring, encryptedSettings));
}

/** The statistics of a destination's platform; null where it has none, or the settings of the destination are lost. */
export function platformStatistics(
  access: PlatformAccess,
  destination: Pick<DestinationRow, "kind" | "encryptedSettings">,
): PlatformStatistics | null {
  try {
    return findPlatform(access, destination).statistics ?? null;
  } catch (error) {
    if (error instanceof AdapterError) return null;
    throw error;
  }
}

/** The platform's name in messages to users; without settings only the kind is known. */
export function platformName(
  access: PlatformAccess,
  { kind }: Pick<DestinationRow, "kind">,
  connected: DestinationRow | null,
): string {
  if (connected?.encryptedSettings) return findPlatform(access, connected).name;
  return access.platforms[kind].name;
}

/** The consent screen at which channels of a kind are connected. Throws `destination_not_found` for a kind without one. */
export function consentScreen(
  { platforms }: Pick<PublishingDependencies, "platforms">,
  kind: DestinationKind,
): ConsentScreen {
  const { consent, offered } = platforms[kind];
  if (!consent || offered === false) throw destinationsError("destination_not_found");
  return consent;
}

/** The kinds of destinations that can be connected, with the possible entries of fields of their forms. */
export function offeredKinds({ platforms }: Pick<PublishingDependencies, "platforms">) {
  const offered = destinationKinds.filter((kind) => platforms[kind].offered !== false);
  return offered.map((kind) => {
    const choices = Object.entries(platforms[kind].form?.choices ?? {});
    return { kind, choices: Object.fromEntries(choices.map(([name, entries]) => [name, [...entries]])) };
  });
}

export function decryptSettings(keyring: Keyring, encrypted: string): string {
  return keyring.decrypt(settingsPurpose, encrypted);
}

export function encryptSettings(keyring: Keyring, settings: string): string {
  return keyring.encrypt(settingsPurpose, settings);
}

/** The columns for tokens, encrypted. */
export function encryptTokens(keyring: Keyring, tokens: Tokens) {
  return {
    scopes: tokens.scopes,
    encryptedRefreshToken: keyring.encrypt("publishing.refresh", tokens.refreshToken),
    encryptedAccessToken: keyring.encrypt("publishing.access", tokens.accessToken),
    accessExpiresAt: tokens.expiresAt,
  };
}

/** Null for a destination without tokens. */
export function decryptRefreshToken(keyring: Keyring, row: DestinationRow): string | null {
  const { encryptedRefreshToken } = row;
  return encryptedRefreshToken === null ? null : keyring.decrypt("publishing.refresh", encryptedRefreshToken);
}
