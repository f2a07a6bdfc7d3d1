import {
  attemptsExhausted,
  cancelled,
  cancelledKept,
  cancelling,
  inDoubt,
  inDoubtSeveral,
  uploadUnfinished,
} from "../problem-codes.ts";
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
    message:
      "This server has used up today's quota of {platform}. It renews at midnight Pacific time. Retry then.",
    actions: ["retry"],
    interruption: "This server has used up its quota of {platform}.",
    retriesChanges: false,
  },
  upload_limit: {
    message: "This channel has reached the upload limit of {platform}. Retry in 24 hours.",
    actions: ["retry"],
    interruption: "This channel has reached the upload limit of {platform}.",
    retriesChanges: false,
  },
  video_not_found: {
    message:
      "{platform} doesn't have this video. It may need a few minutes after an upload, or the video was deleted. Check your channel, then retry.",
    actions: ["retry"],
    interruption: "{platform} doesn't list the video yet.",
  },
  unexpected: {
    message: `${logged} ${resumable}`,
    actions: ["retry"],
    published: { message: `${logged} Your changes are saved. Retry to send them.` },
    interruption: logged,
  },

  [attemptsExhausted]: {
    message: `{platform} still fails after many attempts. ${resumable}`,
    actions: ["retry"],
    published: {
      message: "{platform} still fails after many attempts. Your changes are saved. Retry later.",
    },
  },
  storage_full: {
    message: "Your storage at {platform} is full. Delete videos there or ask its operator, then retry.",
    actions: ["retry"],
  },
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
  },
  [inDoubt]: {
    only: "delivery",
    headline: maybePublished,
    message:
      "{platform} lost track of the upload just before its end, so the video may be on your channel already. Check the channel. If the video isn't there, upload it again.",
    actions: ["upload-again", "check-again"],
  },
  [inDoubtSeveral]: {
    only: "delivery",
    headline: maybePublished,
    message:
      "{platform} lost track of the upload, and several videos on your channel could be this one. Check the channel, delete the duplicates, then check again.",
    actions: ["check-again", "upload-again"],
  },
  [uploadUnfinished]: {
    only: "delivery",
    headline: "{platform} created no video",
    message:
      "{platform} received the whole video twice, but didn't create it. Ask its operator for the reason, then upload it again.",
    actions: ["upload-again", "check-again"],
  },

  [cancelling]: {
    only: "delivery",
    headline: "Cancelling",
    message: "Publishing has stopped. Reelay is deleting what was uploaded to {platform}.",
    actions: [],
  },
  [cancelled]: {
    only: "delivery",
    headline: "Publishing was cancelled",
    message:
      "You cancelled publishing, and nothing stays at {platform}. Publish again when you are ready, or send the version back to the editor.",
    actions: ["publish-again", "send-back"],
  },
  [cancelledKept]: {
    only: "delivery",
    headline: "Publishing was cancelled, the private video remains",
    message:
      "Publishing has stopped, but {platform} didn't let Reelay delete the private video. No one else can see it. Delete it at {platform}, or publish it after all.",
    actions: ["publish-again", "send-back"],
  },
} satisfies Record<string, Problem>;
