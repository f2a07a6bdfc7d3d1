import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { jsonText } from "#core/form-text.ts";
import { creatorOfTask } from "#core/permission.ts";
import { thumbnailLimit } from "#modules/media/rules.ts";

import { taskIdText } from "../contract.ts";
import { destinationKinds } from "../platforms/platforms.ts";
import { videoTexts } from "../rules/details.ts";
import { visibilities } from "../rules/progress.ts";
import { recoveryActionList } from "../rules/recovery-actions.ts";

/** Whether a destination has the last saved details of a published video. */
export const changesOfDelivery = z.object({
  deliveryId: z.uuid(),
  kind: z.enum(destinationKinds),
  /** The channel's name; null once it is disconnected. */
  channelTitle: z.string().nullable(),
  state: z.enum(["sending", "sent", "failed"]),
  /** When details were last sent as a whole. */
  sentAt: z.iso.datetime().nullable(),
  /** In the failed state the cause and the next step; while sending, what made the last attempt fail. */
  problem: z.string().nullable(),
  /** When the next attempt begins, after a failed one. */
  nextAttemptAt: z.iso.datetime().nullable(),
  recoveryActions: recoveryActionList,
});
export type ChangesOfDelivery = z.output<typeof changesOfDelivery>;

/** The visibility of a published video, and what became of changes to its details. */
export const publishedChanges = z.object({
  visibility: z.enum(visibilities),
  /** When the video becomes public; null unless it is still scheduled. */
  publishAt: z.iso.datetime().nullable(),
  /** The destinations to which changes were sent. */
  deliveries: z.array(changesOfDelivery),
});
export type PublishedChanges = z.output<typeof publishedChanges>;

const byTask = z.object({ taskId: taskIdText });

export const changesEndpoints = {
  changes: endpoint({
    method: "GET",
    path: "/yt-upload/changes/:taskId",
    permission: creatorOfTask,
    summary: "Visibility of the published video, and whether changed details were sent",
    params: byTask,
    response: publishedChanges,
    message: "Changes loaded.",
  }),
  saveChanges: endpoint({
    method: "PATCH",
    path: "/yt-upload/changes/:taskId",
    permission: creatorOfTask,
    summary: "Change the details of the published video, and send them to its destinations",
    params: byTask,
    form: {
      fields: videoTexts.extend({
        tags: jsonText(videoTexts.shape.tags),
        visibility: z.enum(visibilities),
        /** Only for a video that is still scheduled: its new time. */
        publishAt: z.iso.datetime({ offset: true }).optional(),
      }),
      files: { thumbnail: { kind: "image", maxBytes: thumbnailLimit, most: 1 } },
    },
    response: publishedChanges,
    message: "Changes saved. They are being sent.",
  }),
  resendChanges: endpoint({
    method: "POST",
    path: "/yt-upload/changes/:taskId",
    permission: creatorOfTask,
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
