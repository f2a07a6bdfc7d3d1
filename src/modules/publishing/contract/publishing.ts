import { z } from "zod";

import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { idTextWith } from "#core/form-text.ts";

/** The id of a task in a body or a form. */
export const taskIdText = idTextWith("Invalid Task ID");
export const byTask = z.object({ taskId: taskIdText });
/** `taskIdText`, with a message of its own where it is missing. */
export const requiredTaskId = idTextWith("Invalid Task ID", "no taskId was provided");

export const publishingError = defineErrors({
  not_approved: { status: 409, message: "Approve a version before you publish it." },
  publish_time: {
    status: 422,
    message: "Choose a time at least 15 minutes from now, or publish immediately.",
  },
  details_missing: { status: 409, message: "Fill in the video's title and description first." },
  no_channel: { status: 409, message: "Connect your YouTube channel first." },
  already_publishing: { status: 409, message: "This video is already being published." },
  other_channel: {
    status: 409,
    message: "This video is already on another channel. Connect that channel to finish.",
  },
  not_started: { status: 404, message: "Publishing of this task has not started yet." },
  too_late_to_cancel: {
    status: 409,
    message:
      "The video is already being made public, so it can't be cancelled. Change its visibility in YouTube Studio.",
  },
  nothing_to_retry: { status: 409, message: "There is nothing to retry." },
  authorization_refused: { status: 422, message: "Failed to login/register with OAuth. Please try again." },
  platform_unreachable: {
    status: 502,
    message: "The video platform is not responding. Try again in a moment.",
  },
});

const aboutTask = z.object({ taskId: z.number() });
export const published = defineEvent(
  "publishing.published",
  aboutTask.extend({ watchUrl: z.string().nullable() }),
);
export const publishFailed = defineEvent(
  "publishing.failed",
  aboutTask.extend({ code: z.string(), platform: z.string() }),
);
