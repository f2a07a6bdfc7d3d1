import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { jsonText } from "#core/form-text.ts";
import { thumbnailLimit } from "#modules/media/rules/limits.ts";

import { videoTexts } from "../rules/details.ts";
import { visibilities } from "../rules/progress.ts";
import { operationProgress } from "./operations.ts";
import { byTask } from "./publishing.ts";

/** The visibility of a published video, and what became of changes to its details. */
export const publishedChanges = z.object({
  visibility: z.enum(visibilities),
  /** When the video becomes public; null unless it is still scheduled. */
  publishAt: z.iso.datetime().nullable(),
  /** The destinations to which changes were sent. */
  deliveries: z.array(operationProgress),
});
export type PublishedChanges = z.output<typeof publishedChanges>;

export const changesEndpoints = {
  changes: endpoint({
    method: "GET",
    path: "/yt-upload/changes/:taskId",
    permission: { task: "publish" },
    summary: "Visibility of the published video, and whether changed details were sent",
    params: byTask,
    response: publishedChanges,
    message: "Changes loaded.",
  }),
  saveChanges: endpoint({
    method: "PATCH",
    path: "/yt-upload/changes/:taskId",
    permission: { task: "publish" },
    summary: "Change the details of the published video, and send them to its destinations",
    params: byTask,
    form: {
      fields: videoTexts.extend({
        tags: jsonText(videoTexts.shape.tags),
        visibility: z.enum(visibilities),
        /** Only for a video that is still scheduled: its new time. */
        publishAt: z.iso.datetime({ offset: true }).optional(),
      }),
      files: { thumbnail: { kind: "image", maxBytes: thumbnailLimit, maxFiles: 1 } },
    },
    response: publishedChanges,
    message: "Changes saved. They are being sent.",
  }),
  resendChanges: endpoint({
    method: "POST",
    path: "/yt-upload/changes/:taskId",
    permission: { task: "publish" },
    summary: "Try again to send changed details",
    params: byTask,
    response: publishedChanges,
    message: "Sending the changes again",
  }),
};

export const changesError = defineErrors({
  not_published: {
    status: 409,
    message: "This video is not published yet. Its details can be changed here once it is.",
  },
  not_scheduled: {
    status: 409,
    message: "This video is no longer scheduled. Choose public, unlisted or private.",
  },
  nothing_to_send: { status: 409, message: "All changes were sent already." },
});

/** The creator changed details of the published video. */
export const detailsChanged = defineEvent(
  "publishing.details_changed",
  z.object({ taskId: z.number().int() }),
);
