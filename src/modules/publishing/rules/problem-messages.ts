import { authorizationBlocked, authorizationFailed } from "./authorization-errors.ts";
import { permissionLabel } from "./permission.ts";
import {
  attemptsExhausted,
  cancelled,
  cancelledKept,
  cancelling,
  inDoubt,
  inDoubtSeveral,
  reconnected,
  reconnectNeeded,
  uploadUnfinished,
  visibilityRefused,
} from "./problem-codes.ts";

/** The message of codes without their own. */
export const generalMessage =
  "{platform} can't publish this video. See your account at {platform} for the reason, then retry.";

/** The messages of problem codes; `{platform}` stands for the platform's name. */
export const problemMessages = new Map<string, string>([
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
  ["authorization_blocked", authorizationBlocked],
  ["authorization_failed", authorizationFailed],
  [
    "scope_missing",
    `The box “${permissionLabel}” was left unchecked. Publishing needs this permission. Reconnect the channel and check the box.`,
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
  ["second_factor_needed", "This account has a second factor. Enter the code of your authenticator app."],
  ["login_refused", "{platform} doesn't know this user name with this password. Check both and try again."],
  [
    "not_peertube",
    "There is no PeerTube instance at this address. Enter it as in your browser, such as videos.example.org.",
  ],
  [
    "address_refused",
    "This address can't be used. It must be a public https address; the operator can allow others with ALLOW_PRIVATE_DESTINATIONS.",
  ],
  [
    "not_s3",
    "No S3-compatible store answers at this address. Enter the endpoint that your provider shows, such as s3.eu-central-1.amazonaws.com.",
  ],
  [
    "keys_refused",
    "{platform} doesn't accept these keys. Check the access key ID and the secret access key.",
  ],

  // While a video is delivered.
  [
    "bucket_not_found",
    "{platform} doesn't exist at this endpoint. Check the names at your provider, then connect it again.",
  ],
  [
    "bucket_forbidden",
    "{platform} doesn't admit these keys. Allow them to list, read, write and delete objects at your provider, then try again.",
  ],
  [
    "wrong_region",
    "{platform} is in another region. Connect it again with the region that your provider shows.",
  ],
  [
    "storage_full",
    "Your storage at {platform} is full. Delete videos there or ask its operator, then retry.",
  ],
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
  [reconnectNeeded, "The connection to {platform} has expired or was revoked. Reconnect it."],
  [reconnected, "{platform} is connected again. Retry to continue."],
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
  [
    "invalid_publish_time",
    "{platform} refused the publish time. Choose a later one, or publish immediately.",
  ],
  [
    "invalid_metadata",
    "{platform} refused the video's details. Check the title, description, tags and category.",
  ],
  ["privacy_refused", "{platform} doesn't allow this visibility on this channel. Choose another one."],
  ["license_refused", "{platform} doesn't allow this license on this channel. Choose the standard license."],
  [
    "embedding_refused",
    "{platform} doesn't allow this embedding setting on this channel. Change it under “More options”.",
  ],
  [
    "thumbnail_not_allowed",
    "This channel can't use custom thumbnails until its phone number is verified at https://www.youtube.com/verify " +
      "(takes up to 24 hours). Verify it and retry then, or publish without the thumbnail now.",
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
    "caption_language_taken",
    "{platform} takes one caption file per language. Another file has this language, so this one is not sent.",
  ],
  ["caption_invalid", "{platform} refused this caption file. Correct the file, then add it again."],
  [
    "file_size",
    "{platform} doesn't accept a file of this size. Send the version back to the editor to export it again.",
  ],
  [
    "media_refused",
    "{platform} doesn't accept this file type. Send the version back to the editor to export it as MP4.",
  ],
  [
    "source_missing",
    "The approved video is no longer on the server. Send the version back to the editor to upload it again.",
  ],
  [
    "source_changed",
    "The stored video differs from what the editor uploaded, so it was not published. Send the version back to the editor to upload it again.",
  ],
  [
    "untrusted_session",
    "{platform} returned an upload address outside of its domain, so nothing was sent. Ask the operator to check it.",
  ],
  ["refused", "{platform} refused the request. Ask the operator: the server log contains the reason."],
  [
    cancelled,
    "You cancelled publishing, and nothing stays at {platform}. Publish again when you are ready, or send the version back to the editor.",
  ],
  [cancelling, "Publishing has stopped. Reelay is deleting what was uploaded to {platform}."],
  [
    cancelledKept,
    "Publishing has stopped, but {platform} didn't let Reelay delete the private video. No one else can see it. Delete it at {platform}, or publish it after all.",
  ],
  [
    inDoubt,
    "{platform} lost track of the upload just before its end, so the video may be on your channel already. Check the channel. If the video isn't there, upload it again.",
  ],
  [
    inDoubtSeveral,
    "{platform} lost track of the upload, and several videos on your channel could be this one. Check the channel, delete the duplicates, then check again.",
  ],
  [
    uploadUnfinished,
    "{platform} received the whole video twice, but didn't create it. Ask its operator for the reason, then upload it again.",
  ],

  // The platform has the video and won't show it.
  [
    "platform_deleted",
    "The video is no longer at {platform}: it was deleted there. Upload it again, or send the version back to the editor.",
  ],
  [
    "platform_failed",
    "{platform} couldn't process the video. Send it back to the editor, who can export and upload it again.",
  ],
  [
    "platform_codec",
    "{platform} doesn't support this video's codec. Send it back to the editor to export it as H.264.",
  ],
  [
    "platform_conversion",
    "{platform} couldn't convert the video. Send it back to the editor, who can export and upload it again.",
  ],
  [
    "platform_transcodeFailed",
    "{platform} couldn't convert the video. Send it back to the editor, who can export and upload it again.",
  ],
  [
    "platform_emptyFile",
    "{platform} received an empty file. Send it back to the editor, who can export and upload it again.",
  ],
  [
    "platform_invalidFile",
    "{platform} can't read this file as a video. Send it back to the editor, who can export and upload it again.",
  ],
  [
    "platform_tooSmall",
    "This file is too small to be a video at {platform}. Send it back to the editor, who can export and upload it again.",
  ],
  ["platform_uploadAborted", "{platform} recorded the upload as aborted. Upload the video again."],
  [
    "platform_streamingFailed",
    "{platform} couldn't prepare the video for streaming. Send it back to the editor, who can export and upload it again.",
  ],
  ["platform_uploadFailed", "{platform} couldn't store the file. Upload the video again."],
  [
    visibilityRefused,
    "The video was uploaded and processed, but {platform} didn't set the visibility that you chose. See your account at {platform} for the reason. Keep the video as it is, or retry once it is resolved.",
  ],
  [
    "platform_rejected",
    "{platform} rejected the video. See the notice in your account. If you resolve it there, check again; otherwise send the version back to the editor.",
  ],
  [
    "platform_claim",
    "{platform} rejected the video because of a claim to its content. If you resolve it in your account, check again; otherwise send the version back to the editor.",
  ],
  [
    "platform_copyright",
    "{platform} rejected the video for copyright. If you resolve it in your account, check again; otherwise send the version back to the editor.",
  ],
  [
    "platform_duplicate",
    "{platform} rejected the video because your channel already has the same one. Delete that one and upload again, or send the version back to the editor.",
  ],
  [
    "platform_inappropriate",
    "{platform} rejected the video as inappropriate. If you appeal successfully in your account, check again; otherwise send the version back to the editor.",
  ],
  [
    "platform_legal",
    "{platform} rejected the video for legal reasons. If you resolve them in your account, check again; otherwise send the version back to the editor.",
  ],
  [
    "platform_length",
    "The video is too long for this channel. Verify the channel by phone at https://www.youtube.com/verify to publish more than 15 minutes, and upload it again. Or send it back to the editor to shorten it.",
  ],
  [
    "platform_termsOfUse",
    "{platform} rejected the video under its terms of use. If you appeal successfully in your account, check again; otherwise send the version back to the editor.",
  ],
  [
    "platform_trademark",
    "{platform} rejected the video for a trademark. If you resolve it in your account, check again; otherwise send the version back to the editor.",
  ],
  [
    "platform_uploaderAccountClosed",
    "{platform} rejected the video because the account of the channel is closed. Connect another channel and upload it again.",
  ],
  [
    "platform_uploaderAccountSuspended",
    "{platform} rejected the video because the account of the channel is suspended. Connect another channel and upload it again.",
  ],
]);
