import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";

import { useRealtime } from "#core/web/realtime.ts";
import type { DeliveryProgress } from "#modules/publishing/contract/deliveries.ts";
import {
  publishVideo,
  publishVideoFailed,
  thumbnailUploaded,
  thumbnailUploadFailed,
  uploadComplete,
  uploadFailed,
  uploadProgress,
} from "#modules/publishing/realtime-messages.ts";

import { progressQuery } from "./queries.ts";
import { addSample, type Sample } from "./speed.ts";
import { withDelivery } from "./with-delivery.ts";

/** Messages of failed stages. Their wording is fixed. */
export const failureMessages = {
  VIDEO_UPLOAD: "video upload failed, please try again later",
  THUMBNAIL_UPLOAD: "thumbnail upload failed, please try again later",
  PUBLISH_VIDEO: "video publish failed, please try again later",
} as const;

/** Progress of a task's deliveries, updated by realtime messages, and samples of the leading one's speed. */
export function useDelivery(taskId: number) {
  const queries = useQueryClient();
  const query = progressQuery(taskId);
  const progress = useQuery(query);
  const [samples, setSamples] = useState<readonly Sample[]>([]);

  const change = (deliveryId: string, more: Partial<DeliveryProgress>) =>
    queries.setQueryData(query.queryKey, (before) => before && withDelivery(before, deliveryId, more));
  const isShown = ({ deliveryId }: { deliveryId: string }) =>
    progress.data === undefined || progress.data.deliveryId === deliveryId;
  const reload = () => void queries.invalidateQueries({ queryKey: query.queryKey });
  const ifThisTask = <P extends { taskId: number; deliveryId: string }>(handle: (payload: P) => void) => {
    return (payload: P) => {
      if (payload.taskId !== taskId) return;
      if (isShown(payload)) handle(payload);
      else reload();
    };
  };
  const fail = (message: string) => () => {
    toast.error(message);
    reload();
  };

  useRealtime(uploadProgress, (payload) => {
    if (payload.taskId !== taskId) return;
    const { deliveryId, percent, sentBytes, confirmedBytes, totalBytes } = payload;
    const stage = "VIDEO_UPLOAD";
    change(deliveryId, { stage, percent, sentBytes, confirmedBytes, totalBytes, stalledSeconds: null });
    if (!isShown(payload)) return;
    setSamples((before) => addSample(before, { at: performance.now(), bytes: sentBytes }));
  });
  useRealtime(
    uploadComplete,
    ifThisTask(({ deliveryId }) => {
      toast.success("video upload completed successfully in private mode");
      change(deliveryId, { stage: "THUMBNAIL_UPLOAD", percent: 100 });
    }),
  );
  useRealtime(
    thumbnailUploaded,
    ifThisTask(({ deliveryId }) => {
      toast.success("thumbnail uploaded successfully");
      change(deliveryId, { stage: "PUBLISH_VIDEO" });
    }),
  );
  useRealtime(
    publishVideo,
    ifThisTask(({ deliveryId, videoId }) => {
      toast.success("video published successfully");
      change(deliveryId, { stage: "SUCCESSFULL", videoId });
      reload();
    }),
  );
  useRealtime(uploadFailed, ifThisTask(fail(failureMessages.VIDEO_UPLOAD)));
  useRealtime(thumbnailUploadFailed, ifThisTask(fail(failureMessages.THUMBNAIL_UPLOAD)));
  useRealtime(publishVideoFailed, ifThisTask(fail(failureMessages.PUBLISH_VIDEO)));

  return { progress, samples };
}
