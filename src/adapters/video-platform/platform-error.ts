import { AdapterError, type AdapterErrorKind } from "#core/adapter-error.ts";

interface KnownError {
  kind: AdapterErrorKind;
  /** The wait when the platform gives none. */
  retryAfterSeconds?: number;
}

const dayInSeconds = 24 * 60 * 60;

/**
 * The errors of the platform. A few codes require a particular step before the next attempt:
 * `access_expired` – refresh the access token once and repeat; refused again, ask the user to reconnect.
 * `session_gone` – look for the video with `findUpload` before opening a new session.
 * `unreachable`, `unavailable`, `stalled`, `range_refused`, `outcome_unknown` during a chunk – call `sessionStatus`
 * before sending anything.
 */
export const platformErrors = {
  unreachable: { kind: "retry" },
  unavailable: { kind: "retry" },
  rate_limited: { kind: "retry" },
  stalled: { kind: "retry" },
  outcome_unknown: { kind: "retry" },
  quota_exceeded: { kind: "retry" },
  upload_limit: { kind: "retry", retryAfterSeconds: dayInSeconds },
  access_expired: { kind: "retry" },
  session_gone: { kind: "retry" },
  range_refused: { kind: "retry" },
  video_not_found: { kind: "retry", retryAfterSeconds: 30 },
  source_unreadable: { kind: "retry" },

  reconnect_needed: { kind: "needs-user" },
  authorization_declined: { kind: "needs-user" },
  authorization_expired: { kind: "needs-user" },
  authorization_blocked: { kind: "needs-user" },
  authorization_failed: { kind: "needs-user" },
  scope_missing: { kind: "needs-user" },
  no_refresh_token: { kind: "needs-user" },
  no_channel: { kind: "needs-user" },
  login_refused: { kind: "needs-user" },
  second_factor_needed: { kind: "needs-user" },
  not_peertube: { kind: "needs-user" },
  not_s3: { kind: "needs-user" },
  keys_refused: { kind: "needs-user" },
  bucket_not_found: { kind: "needs-user" },
  bucket_forbidden: { kind: "needs-user" },
  wrong_region: { kind: "needs-user" },
  address_refused: { kind: "needs-user" },
  destination_missing: { kind: "needs-user" },
  destination_forbidden: { kind: "needs-user" },
  storage_full: { kind: "needs-user" },
  channel_forbidden: { kind: "needs-user" },
  account_unusable: { kind: "needs-user" },
  client_settings: { kind: "needs-user" },
  api_not_enabled: { kind: "needs-user" },
  invalid_title: { kind: "needs-user" },
  invalid_description: { kind: "needs-user" },
  invalid_tags: { kind: "needs-user" },
  invalid_category: { kind: "needs-user" },
  invalid_language: { kind: "needs-user" },
  invalid_publish_time: { kind: "needs-user" },
  invalid_metadata: { kind: "needs-user" },
  privacy_refused: { kind: "needs-user" },
  license_refused: { kind: "needs-user" },
  embedding_refused: { kind: "needs-user" },
  thumbnail_not_allowed: { kind: "needs-user" },
  thumbnail_invalid: { kind: "needs-user" },
  playlist_not_found: { kind: "needs-user" },
  playlist_full: { kind: "needs-user" },
  playlist_refused: { kind: "needs-user" },
  caption_invalid: { kind: "needs-user" },

  file_size: { kind: "permanent" },
  media_refused: { kind: "permanent" },
  source_changed: { kind: "permanent" },
  untrusted_session: { kind: "permanent" },
  refused: { kind: "permanent" },
} as const satisfies Record<string, KnownError>;

export type PlatformErrorCode = keyof typeof platformErrors;

/** The error of a code. Its message is for the log; users read the message that `publishing` has for the code. */
export function platformError(
  code: PlatformErrorCode,
  platform: string,
  more: { detail?: string | undefined; retryAfterSeconds?: number | undefined; cause?: unknown } = {},
): AdapterError {
  const definition: KnownError = platformErrors[code];
  return new AdapterError({
    kind: definition.kind,
    code,
    message: more.detail === undefined ? `${platform}: ${code}` : `${platform}: ${code} (${more.detail})`,
    retryAfterSeconds: more.retryAfterSeconds ?? definition.retryAfterSeconds,
    cause: more.cause,
  });
}
