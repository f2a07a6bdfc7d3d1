import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

/** Each message names its task and, of the task's deliveries, the one it is about. */
const aboutTask = z.object({ taskId: z.number(), deliveryId: z.uuid() });

export const uploadProgress = defineRealtimeMessage(
  "upload_progress",
  aboutTask.extend({
    percent: z.number(),
    sentBytes: z.number(),
    confirmedBytes: z.number(),
    totalBytes: z.number(),
  }),
);
export const uploadComplete = defineRealtimeMessage("upload_complete", aboutTask);
export const uploadFailed = defineRealtimeMessage("upload_failed", aboutTask.extend({ message: z.string() }));
export const thumbnailUploaded = defineRealtimeMessage("thumbnail_uploaded", aboutTask);
export const thumbnailUploadFailed = defineRealtimeMessage(
  "thumbnail_upload_failed",
  aboutTask.extend({ message: z.string() }),
);
export const publishVideo = defineRealtimeMessage("publish_video", aboutTask.extend({ videoId: z.string() }));
export const publishVideoFailed = defineRealtimeMessage(
  "publish_video_failed",
  aboutTask.extend({ message: z.string() }),
);
/** A retry, a stall, the processing, the cancellation or the scheduled time of a delivery: clients refetch its progress. */
export const deliveryChanged = defineRealtimeMessage("delivery_changed", aboutTask);
/** A destination of the user was connected, checked or disconnected, or the destinations of a task were chosen. */
export const destinationsChanged = defineRealtimeMessage("destinations_changed", z.object({}));
