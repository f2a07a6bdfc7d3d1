/** `refreshToken` replaces the stored one, whether or not the platform sent a new one. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiresAt: Date;
  scopes: string[];
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
