import {
  attemptsExhausted,
  cancelled,
  cancelledKept,
  cancelling,
  each,
  inDoubt,
  inDoubtSeveral,
  reconnected,
  reconnectNeeded,
  uploadUnfinished,
  videoDeleted,
  visibilityRefused,
} from "./problem-codes.ts";
import type { DeliveryStep } from "./progress.ts";
import type { Actions } from "./recovery-actions.ts";

interface Helps {
  /** For a delivery that failed. */
  delivery: Actions;
  /** For changes of a published video, where other actions help. */
  published?: Actions;
}

const later: Helps = { delivery: ["retry"] };
/** Retrying without another step helps where the account was changed at the platform meanwhile. */
const connection: Helps = { delivery: ["reconnect", "retry"] };
/** Sending the same details again would be refused again; the form sends the corrected ones. */
const details: Helps = { delivery: ["edit-details"] };
/** The start screen has the visibility and its time; of a published video the form of the details has both. */
const visibility: Helps = { delivery: ["change-visibility"], published: ["edit-details"] };
const thumbnail: Helps = {
  delivery: ["choose-thumbnail", "skip-thumbnail"],
  published: ["choose-thumbnail"],
};
const operator: Helps = { delivery: ["contact-operator", "retry"] };
const otherFile: Helps = { delivery: ["send-back"] };
const secondUpload: Helps = { delivery: ["upload-again", "send-back"] };
const appeal: Helps = { delivery: ["send-back", "check-again"] };
const otherChannel: Helps = { delivery: ["reconnect", "upload-again"] };
const endedByCreator: Helps = { delivery: ["publish-again", "send-back"] };

/** All problems that end a delivery or the sending of changes, and what helps. */
export const actionsByProblem: ReadonlyMap<string, Helps> = new Map<string, Helps>([
  ...each(["quota_exceeded", "upload_limit", "storage_full", "video_not_found"], later),
  ...each([attemptsExhausted, "unexpected", reconnected], later),
  ...each([reconnectNeeded, "scope_missing", "no_channel", "channel_forbidden"], connection),
  ...each(["account_unusable", "bucket_not_found", "bucket_forbidden", "wrong_region"], connection),
  ...each(["client_settings", "api_not_enabled", "untrusted_session", "refused"], operator),

  ...each(["invalid_title", "invalid_description", "invalid_tags", "invalid_category"], details),
  ...each(["invalid_language", "invalid_metadata", "license_refused", "embedding_refused"], details),
  ...each(["privacy_refused", "invalid_publish_time"], visibility),
  [
    "thumbnail_not_allowed",
    { delivery: ["skip-thumbnail", "verify-channel", "retry"], published: ["verify-channel", "retry"] },
  ],
  ...each(["thumbnail_invalid", "thumbnail_missing"], thumbnail),

  ...each(["file_size", "media_refused", "source_missing", "source_changed"], otherFile),
  [inDoubt, { delivery: ["upload-again", "check-again"] }],
  [inDoubtSeveral, { delivery: ["check-again", "upload-again"] }],
  [uploadUnfinished, { delivery: ["upload-again", "check-again"] }],
  // Reelay deletes what was uploaded.
  [cancelling, { delivery: [] }],
  ...each([cancelled, cancelledKept], endedByCreator),

  ...each(["platform_failed", "platform_codec", "platform_conversion"], otherFile),
  ...each(["platform_transcodeFailed", "platform_emptyFile", "platform_invalidFile"], otherFile),
  ...each(["platform_tooSmall", "platform_streamingFailed"], otherFile),
  ...each(["platform_uploadAborted", "platform_uploadFailed", "platform_deleted"], secondUpload),
  ["platform_duplicate", secondUpload],
  ["platform_length", { delivery: ["verify-channel", "upload-again", "send-back"] }],
  ...each(["platform_rejected", "platform_claim", "platform_copyright", "platform_legal"], appeal),
  ...each(["platform_inappropriate", "platform_termsOfUse", "platform_trademark"], appeal),
  ...each(["platform_uploaderAccountClosed", "platform_uploaderAccountSuspended"], otherChannel),
  [visibilityRefused, { delivery: ["accept-visibility", "retry"], published: ["edit-details", "retry"] }],

  // Only of a published video. A video that was deleted at the platform can't be changed any more.
  [videoDeleted, { delivery: [] }],
  ["playlist_not_found", { delivery: ["open-studio"] }],
  ...each<Helps>(["playlist_full", "playlist_refused"], { delivery: ["open-studio", "retry"] }),
  ...each(["caption_invalid", "caption_language_taken"], details),
]);

/**
 * The actions for a problem code at a step: first the one that solves the problem, which is the primary button everywhere.
 * Empty where nothing is left to do. At the step `done` the problem is one of changed details, captions or playlists.
 */
export function recoveryActionsFor(problemCode: string, step: DeliveryStep): Actions {
  const own = actionsByProblem.get(problemCode);
  if (step === "done") return own?.published ?? own?.delivery ?? ["retry"];
  const actions = own?.delivery ?? (problemCode.startsWith("platform_") ? rejected : ["retry"]);
  if (step !== "thumbnail" || actions.includes("skip-thumbnail")) return actions;
  return [...actions, "skip-thumbnail"];
}

/** Of a reason for a rejection that is unknown here. */
const rejected: Actions = ["send-back", "check-again"];
