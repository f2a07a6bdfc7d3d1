import {
  attemptsExhausted,
  cancelled,
  cancelledKept,
  cancelling,
  inDoubt,
  inDoubtSeveral,
  uploadUnfinished,
} from "../problem-codes.ts";
import type { Actions } from "../recovery-actions.ts";
import type { Problem } from "./problem.ts";

const logged = "Something went wrong on our side and was logged.";
const resumable = "Nothing is lost: retry to continue where the upload stopped.";
const maybePublished = "The video may be on your channel already";

/** Problems of the requests that upload and publish a video, and the ends of a cancelled delivery. */
export const uploadProblems = {
  // Temporary errors that become `attempts_exhausted`, or `reconnect_needed`, if they last.
  access_expired: { interruption: "The access to your channel is being renewed.", retriesChanges: false },
  stalled: { interruption: "The connection to {platform} stalled and was closed." },
  outcome_unknown: { interruption: "{platform} didn't confirm the last part." },
  no_progress: { interruption: "{platform} didn't keep the last part." },
  not_finished: { interruption: "{platform} has the whole file, but no video yet." },
  range_refused: { interruption: "{platform} refused the last part." },
  session_gone: { interruption: "{platform} ended the upload session." },
  hash_missing: { interruption: "The checksum of the video is still being computed." },
  source_unreadable: { interruption: "The stored video can't be read at the moment." },

  // Temporary errors whose own message states what to do.
  quota_exceeded: {
    ...lasting(
      "This server has used up today's quota of {platform}. It renews at {renewal}. Retry then.",
      "This server has used up today's quota of {platform}. Publishing continues when it renews.",
    ),
    figures: { message: "{platform} allows no more requests today. Analytics are read again tomorrow." },
    only: "published",
  },
  quota_share_used: {
    ...lasting(
      "You have used up your share of today's quota of {platform}. It renews at {renewal}. Retry then.",
      "You have used up your share of today's quota of {platform}. Publishing continues when it renews.",
    ),
    figures: {
      message: "Analytics of some videos are read tomorrow, because {platform} limits the requests of a day.",
    },
    only: "published",
  },
  upload_limit: lasting(
    "This channel has reached the upload limit of {platform}. Retry in 24 hours.",
    "This channel has reached the upload limit of {platform}.",
  ),
  video_not_found: {
    ...later(
      "{platform} doesn't have this video. It may need a few minutes after an upload, or the video was deleted. Check your channel, then retry.",
    ),
    interruption: "{platform} doesn't list the video yet.",
    figures: {
      message: "{platform} no longer has this video, so its analytics were deleted.",
      lasting: true,
      ofVideo: true,
    },
  },
  unexpected: {
    ...later(`${logged} ${resumable}`),
    published: { message: `${logged} What you entered is saved. Retry to send it.` },
    interruption: logged,
  },

  [attemptsExhausted]: {
    ...later(`{platform} still fails after many attempts. ${resumable}`),
    published: {
      message: "{platform} still fails after many attempts. What you entered is saved. Retry later.",
    },
  },
  storage_full: later(
    "Your storage on {platform} is full. Delete videos there or ask its operator, then retry.",
  ),
  untrusted_session: {
    headline: "The upload address is not trusted",
    message:
      "{platform} returned an upload address outside of its domain, so nothing was sent. Ask the operator to check it.",
    actions: ["contact-operator", "retry"],
  },
  refused: {
    headline: "{platform} refused the request",
    message: "{platform} refused the request. Ask the operator: the server log contains the reason.",
    actions: ["contact-operator", "retry"],
    figures: {
      message: "{platform} refuses to return analytics. They are requested again later.",
      ofVideo: true,
    },
  },
  [inDoubt]: ended(
    maybePublished,
    "{platform} lost track of the upload just before its end, so the video may be on your channel already. Check the channel. If the video isn't there, upload it again.",
    ["upload-again", "check-again"],
  ),
  [inDoubtSeveral]: ended(
    maybePublished,
    "{platform} lost track of the upload, and several videos on your channel could be this one. Check the channel, delete the duplicates, then check again.",
    ["check-again", "upload-again"],
  ),
  [uploadUnfinished]: ended(
    "{platform} created no video",
    "{platform} received the whole video twice, but didn't create it. Ask its operator for the reason, then upload it again.",
    ["upload-again", "check-again"],
  ),

  [cancelling]: ended(
    "Cancelling",
    "Publishing has stopped. Reelay is deleting what was uploaded to {platform}.",
    [],
  ),
  [cancelled]: ended(
    "Publishing was cancelled",
    "You cancelled publishing, and nothing is left on {platform}. Publish again when you are ready, or send the version back to the editor.",
    ["publish-again", "send-back"],
  ),
  [cancelledKept]: ended(
    "Publishing was cancelled, the private video remains",
    "Publishing has stopped, but {platform} didn't let Reelay delete the private video. No one else can see it. Delete it on {platform}, or publish it after all.",
    ["publish-again", "send-back"],
  ),
} satisfies Record<string, Problem>;

function later(message: string): Problem {
  return { message, actions: ["retry"] };
}

/** Changes wait for the creator instead of many attempts. */
function lasting(message: string, interruption: string): Problem {
  return { ...later(message), interruption, retriesChanges: false };
}

function ended(headline: string, message: string, actions: Actions): Problem {
  return { only: "delivery", headline, message, actions };
}
