import { inDoubt, inDoubtSeveral } from "./recovery-actions.ts";

/**
 * The message that users read for the code of a failed delivery or connection: the cause and the next step. `platform` is
 * the platform's name. Codes that are unknown here have a general message.
 */
export function problemMessage(code: string, platform: string): string {
  return (messages.get(code) ?? generalMessage).replaceAll("{platform}", platform);
}

/** The code stored for a temporary error of the platform that lasted for all attempts. */
export const attemptsExhausted = "attempts_exhausted";

/** Temporary errors whose own message states what to do. */
const explained = new Set(["quota_exceeded", "upload_limit", "video_not_found", "unexpected"]);

/** The code to store for the error that ended a delivery. */
export function problemCodeOf({ kind, code }: { kind: string; code: string }): string {
  if (code === "access_expired") return "reconnect_needed";
  return kind === "retry" && !explained.has(code) ? attemptsExhausted : code;
}

const generalMessage = "{platform} can't publish this video. See YouTube Studio for the reason, then retry.";

const messages = new Map<string, string>([
  // While a user connects a channel.
  ["unreachable", "{platform} can't be reached. Try again in a moment."],
  ["unavailable", "{platform} has a problem at the moment. Try again in a moment."],
  ["rate_limited", "{platform} is receiving too many requests. Try again in a few minutes."],
  [
    "authorization_declined",
    "You didn't give access to your channel. Nothing was changed. Connect it when you are ready.",
  ],
  [
    "authorization_expired",
    "The login at {platform} took too long or was already used. Connect the channel again.",
  ],
  [
    "authorization_blocked",
    "The administrator of this Google account blocks access. Ask them, or use another account.",
  ],
  ["authorization_failed", "{platform} refused the login. Connect the channel again."],
  [
    "scope_missing",
    "The permission that publishing needs (youtube.force-ssl) is missing. Connect the channel again and leave every box checked.",
  ],
  [
    "no_refresh_token",
    "{platform} gave no permanent access. Remove Reelay at https://myaccount.google.com/permissions, then connect again.",
  ],
  ["no_channel", "This account has no channel yet. Create one at {platform}, then connect again."],
  [
    "account_unusable",
    "{platform} has closed or suspended this account. Resolve this at {platform}, or connect another channel.",
  ],
  [
    "client_settings",
    "The Google client of this server is misconfigured. Ask the operator to check its ID, secret and redirect URL.",
  ],
  [
    "api_not_enabled",
    "The YouTube Data API is disabled for this server. Ask the operator to enable it in the Google Cloud console.",
  ],

  // While a video is delivered.
  [
    attemptsExhausted,
    "{platform} still fails after many attempts. Nothing is lost: retry to continue where the upload stopped.",
  ],
  [
    "unexpected",
    "Something went wrong on our side and was logged. Nothing is lost: retry to continue where the upload stopped.",
  ],
  [
    "quota_exceeded",
    "This server has used up today's quota of {platform}. It renews at midnight Pacific time. Retry then.",
  ],
  ["upload_limit", "This channel has reached the upload limit of {platform}. Retry in 24 hours."],
  [
    "video_not_found",
    "{platform} doesn't have this video. It may need a few minutes after an upload, or the video was deleted. Check your channel, then retry.",
  ],
  [
    "reconnect_needed",
    "The connection to your channel has expired or was revoked. Connect the channel again.",
  ],
  [
    "channel_forbidden",
    "This account isn't allowed to do this on the channel at {platform}. Connect the account that owns the channel.",
  ],
  ["invalid_title", "{platform} refused the title. Use 1 to 100 characters, without < and >."],
  [
    "invalid_description",
    "{platform} refused the description. Use at most 5,000 bytes of text, without < and >.",
  ],
  ["invalid_tags", "{platform} refused the tags. Use at most 500 characters in total."],
  ["invalid_category", "{platform} refused the category. Choose another one."],
  ["invalid_language", "{platform} refused the language. Choose another one."],
  ["invalid_publish_time", "{platform} refused the publish time. Choose a later one, or publish now."],
  [
    "invalid_metadata",
    "{platform} refused the video's details. Check the title, description, tags and category.",
  ],
  ["privacy_refused", "{platform} doesn't allow this visibility on this channel. Choose another one."],
  ["license_refused", "{platform} doesn't allow this license on this channel. Choose the standard license."],
  [
    "embedding_refused",
    "{platform} doesn't allow this embedding setting on this channel. Change it and retry.",
  ],
  [
    "thumbnail_not_allowed",
    "This channel can't use custom thumbnails until its phone number is verified at https://www.youtube.com/verify " +
      "(takes up to 24 hours). Verify it and retry, or publish without the thumbnail.",
  ],
  [
    "thumbnail_invalid",
    "{platform} can't read this thumbnail. Choose another JPEG or PNG image, or publish without it.",
  ],
  ["thumbnail_missing", "The thumbnail is no longer on the server. Choose it again, or publish without it."],
  [
    "playlist_not_found",
    "{platform} no longer has this playlist. The video is not affected. Add it to another playlist in YouTube Studio.",
  ],
  ["playlist_full", "This playlist at {platform} is full. Add the video to another one in YouTube Studio."],
  [
    "playlist_refused",
    "{platform} doesn't allow adding videos to this playlist. Add the video to another one in YouTube Studio.",
  ],
  [
    "caption_invalid",
    "{platform} refused this caption file. Correct the file, then add it in YouTube Studio.",
  ],
  ["file_size", "{platform} accepts videos of up to 256 GB that are not empty. Export the video again."],
  ["media_refused", "{platform} doesn't accept this file type. Export the video as MP4 and upload it again."],
  ["source_missing", "The approved video is no longer on the server. Ask the editor to upload it again."],
  [
    "source_changed",
    "The stored video differs from what the editor uploaded, so it was not published. Ask the editor to upload it again.",
  ],
  [
    "untrusted_session",
    "{platform} returned an upload address outside of its domain, so nothing was sent. Contact the operator.",
  ],
  ["refused", "{platform} refused the request, and a retry won't help. The server log contains the reason."],
  [
    inDoubt,
    "{platform} lost track of the upload just before its end, so the video may be on your channel already. Check the channel. If the video isn't there, upload it again.",
  ],
  [
    inDoubtSeveral,
    "{platform} lost track of the upload, and several videos on your channel could be this one. Check the channel, delete the duplicates, then retry.",
  ],

  // The platform has the video and won't show it.
  [
    "platform_deleted",
    "The video was deleted at {platform}. Have the editor upload it as a new version to publish it again.",
  ],
  ["platform_failed", "{platform} couldn't process the video. Export it again and publish a new version."],
  [
    "platform_codec",
    "{platform} doesn't support this video's codec. Export it as H.264 and publish a new version.",
  ],
  [
    "platform_conversion",
    "{platform} couldn't convert the video. Export it again and publish a new version.",
  ],
  [
    "platform_transcodeFailed",
    "{platform} couldn't convert the video. Export it again and publish a new version.",
  ],
  [
    "platform_emptyFile",
    "{platform} received an empty file. Export the video again and publish a new version.",
  ],
  [
    "platform_invalidFile",
    "{platform} can't read this file as a video. Export it again and publish a new version.",
  ],
  [
    "platform_tooSmall",
    "This file is too small to be a video at {platform}. Export it again and publish a new version.",
  ],
  ["platform_uploadAborted", "{platform} recorded the upload as aborted. Publish a new version."],
  [
    "platform_streamingFailed",
    "{platform} couldn't prepare the video for streaming. Export it again and publish a new version.",
  ],
  ["platform_uploadFailed", "{platform} couldn't store the file. Publish a new version."],
  ["platform_rejected", "{platform} rejected the video. See its notice in your account."],
  [
    "platform_claim",
    "{platform} rejected the video because of a claim to its content. See its notice in your account.",
  ],
  ["platform_copyright", "{platform} rejected the video for copyright. See its notice in your account."],
  ["platform_duplicate", "{platform} rejected the video because your channel already has the same one."],
  [
    "platform_inappropriate",
    "{platform} rejected the video as inappropriate. See its notice in your account.",
  ],
  ["platform_legal", "{platform} rejected the video for legal reasons. See its notice in your account."],
  [
    "platform_length",
    "The video is too long for this channel. Videos of more than 15 minutes need a channel verified by phone at https://www.youtube.com/verify.",
  ],
  [
    "platform_termsOfUse",
    "{platform} rejected the video under its terms of use. See its notice in your account.",
  ],
  ["platform_trademark", "{platform} rejected the video for a trademark. See its notice in your account."],
  [
    "platform_uploaderAccountClosed",
    "{platform} rejected the video because the channel's account is closed.",
  ],
  [
    "platform_uploaderAccountSuspended",
    "{platform} rejected the video because the channel's account is suspended.",
  ],
]);
