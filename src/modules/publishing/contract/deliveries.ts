import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { creatorOfTask } from "#core/permission.ts";

import { progress, taskIdText } from "../contract.ts";

const chosen = z.object({
  taskId: taskIdText,
  /** Only this delivery of the task; all to which the action applies if omitted. */
  deliveryId: z.uuid().optional(),
});

/** What the creator can do about deliveries that are waiting or have failed. */
export const recoveryEndpoints = {
  retry: endpoint({
    method: "POST",
    path: "/yt-upload/retry",
    permission: creatorOfTask,
    summary: "Continue a failed delivery where it stopped, without uploading anything twice",
    body: chosen.extend({
      withoutThumbnail: z.boolean().default(false),
      /** The user confirms that the video is not on the channel, where the server cannot find out. */
      uploadAgain: z.boolean().default(false),
      /** The user accepts the visibility that the platform has set. */
      acceptVisibility: z.boolean().default(false),
    }),
    response: progress,
    message: "Delivery continued",
  }),
  tryNow: endpoint({
    method: "POST",
    path: "/yt-upload/try-now",
    permission: creatorOfTask,
    summary: "Begin the next attempt of a delivery that is being retried at once",
    body: chosen,
    response: progress,
    message: "The next attempt has begun",
  }),
  cancel: endpoint({
    method: "POST",
    path: "/yt-upload/cancel",
    permission: creatorOfTask,
    summary: "Cancel a delivery before its video is made public, and delete what was uploaded",
    body: chosen,
    response: progress,
    message: "Publishing cancelled",
  }),
  sendBack: endpoint({
    method: "POST",
    path: "/yt-upload/send-back",
    permission: creatorOfTask,
    summary: "Send a version that the platform can't use back to the editor",
    body: z.object({
      taskId: taskIdText,
      feedback: z
        .string()
        .trim()
        .min(1, "Describe what the editor should change.")
        .max(5000, "Keep the feedback within 5,000 characters."),
    }),
    response: z.null(),
    message: "Version sent back to the editor",
  }),
};
