import { AdapterError, type AdapterErrorKind } from "#core/adapter-error.ts";

interface KnownFailure {
  kind: AdapterErrorKind;
  /** What happened and what to do about it; `{platform}` stands for the platform's name. */
  message: string;
  /** The wait when the platform names none. */
  retryAfterSeconds?: number;
}

const dayInSeconds = 24 * 60 * 60;

/**
 * Everything that can go wrong with the platform (video platform reference, 1.6, 2.1, 2.3 and 2.6).
 *
 * A few codes ask for something particular before the next try:
 * `access_expired` – refresh the access token once and repeat; refused again, ask to reconnect.
 * `session_gone` – reconcile through `findUpload` before a new session is started.
 * `unreachable`, `unavailable`, `stalled`, `range_refused`, `outcome_unknown` during a piece – ask `sessionStatus`
 * before sending anything.
 */
export const failureCatalogue = {
  unreachable: {
    kind: "retry",
    message: "{platform} could not be reached. We'll try again.",
  },
  unavailable: { kind: "retry", message: "{platform} has a problem at the moment. We'll try again." },
  rate_limited: {
    kind: "retry",
    message: "{platform} asks us to go slower. We'll try again in a little while.",
  },
  stalled: {
    kind: "retry",
    message: "{platform} stopped taking data. We'll go on where it stopped.",
  },
  outcome_unknown: {
    kind: "retry",
    message: "{platform} gave no clear answer. We'll ask how far it has got before sending anything again.",
  },
  quota_exceeded: {
    kind: "retry",
    message:
      "Today's allowance of this server at {platform} is used up. It is renewed at midnight Pacific time; try again then.",
  },
  upload_limit: {
    kind: "retry",
    message: "This channel has reached {platform}'s upload limit. Try again in 24 hours.",
    retryAfterSeconds: dayInSeconds,
  },
  access_expired: {
    kind: "retry",
    message: "{platform} no longer accepts this access token. It needs a refresh.",
  },
  session_gone: {
    kind: "retry",
    message: "{platform} has ended this upload. We'll check whether the video arrived before uploading anew.",
  },
  range_refused: {
    kind: "retry",
    message: "{platform} refused this part of the file. We'll ask how far it has got.",
  },
  video_not_found: {
    kind: "retry",
    message:
      "{platform} doesn't show this video. It may need some minutes after an upload, or it has been deleted.",
    retryAfterSeconds: 30,
  },
  source_unreadable: { kind: "retry", message: "The video file could not be read while it was being sent." },

  reconnect_needed: {
    kind: "needs-user",
    message: "The connection to your channel has ended or was revoked. Connect the channel again.",
  },
  authorization_declined: {
    kind: "needs-user",
    message:
      "You didn't give access to your channel, so nothing was changed. Connect it whenever you are ready.",
  },
  authorization_expired: {
    kind: "needs-user",
    message: "That sign-in at {platform} took too long or was used already. Connect the channel again.",
  },
  authorization_blocked: {
    kind: "needs-user",
    message:
      "The administrator of this Google account doesn't allow access. Ask them, or use another account.",
  },
  authorization_failed: {
    kind: "needs-user",
    message: "{platform} refused the sign-in. Connect the channel again.",
  },
  scope_missing: {
    kind: "needs-user",
    message:
      "A permission that publishing needs was not given. Connect the channel again and leave every box ticked.",
  },
  no_refresh_token: {
    kind: "needs-user",
    message:
      "{platform} gave no lasting access. Remove this app at https://myaccount.google.com/permissions, then connect again.",
  },
  no_channel: {
    kind: "needs-user",
    message: "This account has no channel yet. Create one at {platform}, then connect again.",
  },
  channel_forbidden: {
    kind: "needs-user",
    message:
      "{platform} doesn't let this account do that on this channel. Connect the account that owns the channel.",
  },
  account_unusable: {
    kind: "needs-user",
    message:
      "{platform} has closed or suspended this account. Sort it out at {platform}, or connect another channel.",
  },
  client_settings: {
    kind: "needs-user",
    message:
      "This server's Google client is set up wrongly. Ask whoever runs the server to check its id, secret and redirect address.",
  },
  api_not_enabled: {
    kind: "needs-user",
    message:
      "The YouTube Data API is not switched on for this server. Ask whoever runs it to enable it in the Google Cloud console.",
  },
  invalid_title: {
    kind: "needs-user",
    message: "{platform} refused the title. Use 1 to 100 characters, without < and >.",
  },
  invalid_description: {
    kind: "needs-user",
    message: "{platform} refused the description. Use at most 5000 bytes of text, without < and >.",
  },
  invalid_tags: {
    kind: "needs-user",
    message: "{platform} refused the tags. Use at most 500 characters of tags in all.",
  },
  invalid_category: {
    kind: "needs-user",
    message: "{platform} refused the category. Choose another one.",
  },
  invalid_language: { kind: "needs-user", message: "{platform} refused the language. Choose another one." },
  invalid_publish_time: {
    kind: "needs-user",
    message: "{platform} refused the time of publishing. Choose a later one, or publish now.",
  },
  invalid_metadata: {
    kind: "needs-user",
    message: "{platform} refused the details of the video. Check the title, description, tags and category.",
  },
  privacy_refused: {
    kind: "needs-user",
    message: "{platform} doesn't allow this visibility on this channel. Choose another one.",
  },
  license_refused: {
    kind: "needs-user",
    message: "{platform} doesn't allow this licence on this channel. Choose the standard licence.",
  },
  embedding_refused: {
    kind: "needs-user",
    message: "{platform} doesn't allow this embedding setting on this channel. Change it and try again.",
  },
  thumbnail_not_allowed: {
    kind: "needs-user",
    message:
      "This channel can't have its own thumbnails until its phone number is verified at https://www.youtube.com/verify " +
      "(up to 24 hours). Verify it and retry, or publish without the thumbnail.",
  },
  thumbnail_invalid: {
    kind: "needs-user",
    message:
      "{platform} can't read this thumbnail. Choose another JPEG or PNG picture, or publish without it.",
  },

  file_size: {
    kind: "permanent",
    message: "{platform} takes videos of at most 256 GB that are not empty. Export the video again.",
  },
  media_refused: {
    kind: "permanent",
    message: "{platform} doesn't take this kind of file. Export the video as MP4 and upload it again.",
  },
  source_changed: {
    kind: "permanent",
    message: "The video file is not the one that this upload was started with. Start the publishing again.",
  },
  untrusted_session: {
    kind: "permanent",
    message: "{platform} named an upload address that isn't its own, so nothing was sent there.",
  },
  refused: {
    kind: "permanent",
    message:
      "{platform} refused the request, and trying again would not help. The server's log names the reason.",
  },
} as const satisfies Record<string, KnownFailure>;

export type PlatformErrorCode = keyof typeof failureCatalogue;

/** Makes the failure of a code, with its sentence and its usual wait unless others are given. */
export function platformError(
  code: PlatformErrorCode,
  platform: string,
  more: { message?: string | undefined; retryAfterSeconds?: number | undefined; cause?: unknown } = {},
): AdapterError {
  const known: KnownFailure = failureCatalogue[code];
  return new AdapterError({
    kind: known.kind,
    code,
    message: (more.message ?? known.message).replaceAll("{platform}", platform),
    retryAfterSeconds: more.retryAfterSeconds ?? known.retryAfterSeconds,
    cause: more.cause,
  });
}
