/** `refreshToken` replaces the stored one, whether or not the platform sent a new one. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiresAt: Date;
  scopes: string[];
}

/** Time for which a destination isn't asked again whether it still accepts what never changes. */
const checkedForMilliseconds = 60 * 60 * 1000;

/** The tokens of a destination whose credentials never change: they are both. */
export function unchangedTokens(credentials: string): Tokens {
  const expiresAt = new Date(Date.now() + checkedForMilliseconds);
  return { accessToken: credentials, refreshToken: credentials, expiresAt, scopes: [] };
}

/** The channel that an access token belongs to. Its `id` never changes. */
export interface Channel {
  id: string;
  title: string;
  pictureUrl: string | null;
  /** Whether videos over 15 minutes are accepted: `eligible` after verifying the phone number. A hint only. */
  longUploads: "allowed" | "eligible" | "disallowed" | null;
  /** The playlist of all uploads, for `recentUploads`. */
  uploadsPlaylistId: string | null;
}
