import { videoDeleted, visibilityRefused } from "../problem-codes.ts";
import type { Actions } from "../recovery-actions.ts";
import type { Problem } from "./problem.ts";

const otherwiseSent = "The other details were sent.";
const unverified =
  "This channel can't use custom thumbnails until its phone number is verified at https://www.youtube.com/verify (takes up to 24 hours).";

/** Problems of a video's details, thumbnail, captions and playlists, before and after publishing. */
export const detailsProblems = {
  invalid_title: texts("{platform} refused the title. Use 1 to 100 characters, without < and >."),
  invalid_description: texts(
    "{platform} refused the description. Use at most 5,000 bytes of text, without < and >.",
  ),
  invalid_tags: texts("{platform} refused the tags. Use at most 500 characters in total."),
  invalid_category: texts("{platform} refused the category. Choose another one."),
  invalid_language: texts("{platform} refused the language. Choose another one."),
  invalid_metadata: texts(
    "{platform} refused the video's details. Check the title, description, tags and category.",
  ),
  license_refused: texts(
    "{platform} doesn't allow this license on this channel. Choose the standard license.",
  ),
  embedding_refused: texts(
    "{platform} doesn't allow this embedding setting on this channel. Change it under “More options”.",
  ),
  privacy_refused: visibility(
    "{platform} refused the visibility",
    "{platform} doesn't allow this visibility on this channel. Choose another one.",
  ),
  invalid_publish_time: visibility(
    "{platform} refused the publish time",
    "{platform} refused the publish time. Choose a later one, or publish immediately.",
  ),
  [visibilityRefused]: {
    headline: "{platform} changed the visibility of the video",
    message:
      "The video was uploaded and processed, but {platform} didn't set the visibility that you chose. See your account on {platform} for the reason. Keep the video as it is, or retry once it is resolved.",
    actions: ["accept-visibility", "retry"],
    published: {
      message: `{platform} kept another visibility than the one you chose. ${otherwiseSent} Choose the visibility again, or see your account on {platform} for the reason and retry.`,
      actions: ["edit-details", "retry"],
    },
  },

  thumbnail_not_allowed: {
    headline: "{platform} refused the thumbnail",
    message: `${unverified} Verify it and retry then, or publish without the thumbnail now.`,
    actions: ["skip-thumbnail", "verify-channel", "retry"],
    published: {
      message: `${otherwiseSent} ${unverified} Verify it, then retry.`,
      actions: ["verify-channel", "retry"],
    },
  },
  thumbnail_invalid: thumbnail(
    "{platform} refused the thumbnail",
    "{platform} can't read this thumbnail. Choose another JPEG or PNG image",
  ),
  thumbnail_missing: thumbnail(
    "The thumbnail is missing",
    "The thumbnail is no longer on the server. Choose it again",
  ),

  [videoDeleted]: afterwards(
    [],
    "{platform} no longer has this video: it was deleted there. The details are saved in Reelay only.",
  ),
  playlist_not_found: afterwards(
    ["open-studio"],
    "{platform} no longer has this playlist. The video is not affected. Add it to another playlist in YouTube Studio.",
  ),
  playlist_full: afterwards(
    ["open-studio", "retry"],
    "This playlist on {platform} is full. Add the video to another one in YouTube Studio.",
  ),
  playlist_refused: afterwards(
    ["open-studio", "retry"],
    "{platform} doesn't allow adding videos to this playlist. Add the video to another one in YouTube Studio.",
  ),
  caption_language_taken: afterwards(
    ["edit-details"],
    "{platform} takes one caption file per language. Another file has this language, so this one is not sent.",
  ),
  caption_invalid: afterwards(
    ["edit-details"],
    "{platform} refused this caption file. Correct the file, then add it again.",
  ),
} satisfies Record<string, Problem>;

/** Sending the same details again would be refused again; the form sends the corrected ones. */
function texts(message: string): Problem {
  return { headline: "{platform} refused the details", message, actions: ["edit-details"] };
}

/** The start screen has the visibility and its time; of a published video the form of the details has both. */
function visibility(headline: string, message: string): Problem {
  return { headline, message, actions: ["change-visibility"], published: { actions: ["edit-details"] } };
}

/** `message` has no full stop: until the video is published, it can do without the thumbnail. */
function thumbnail(headline: string, message: string): Problem {
  return {
    headline,
    message: `${message}, or publish without it.`,
    actions: ["choose-thumbnail", "skip-thumbnail"],
    published: { message: `${otherwiseSent} ${message}.`, actions: ["choose-thumbnail"] },
  };
}

function afterwards(actions: Actions, message: string): Problem {
  return { only: "published", message, actions };
}
