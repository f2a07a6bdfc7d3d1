import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";

import { useRealtime } from "#core/web/realtime.ts";

import { type Progress } from "../contract.ts";
import {
  publishVideo,
  publishVideoFailed,
  thumbnailUploaded,
  thumbnailUploadFailed,
  uploadComplete,
  uploadFailed,
  uploadProgress,
} from "../realtime-messages.ts";
import { progressQuery } from "./queries.ts";
import { addSample, type Sample } from "./speed.ts";

/** Messages of failed stages. Their wording is fixed. */
export const failureMessages = {
  VIDEO_UPLOAD: "video upload failed, please try again later",
  THUMBNAIL_UPLOAD: "thumbnail upload failed, please try again later",
  PUBLISH_VIDEO: "video publish failed, please try again later",
} as const;

/** Progress of a delivery, updated by realtime messages, and samples of its speed. */
export function useDelivery(taskId: number) {
  const queries = useQueryClient();
  const query = progressQuery(taskId);
  const progress = useQuery(query);
  const [samples, setSamples] = useState<readonly Sample[]>([]);

  const change = (more: Partial<Progress>) =>
    queries.setQueryData(query.queryKey, (before) => before && { ...before, ...more });
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
    if (payload.taskId !== taskId || !isShown(payload)) return;
    const { percent, sentBytes, confirmedBytes, totalBytes } = payload;
    const stage = "VIDEO_UPLOAD";
    change({ stage, percent, sentBytes, confirmedBytes, totalBytes, stalledSeconds: null });
    setSamples((before) => addSample(before, { at: performance.now(), bytes: sentBytes }));
  });
  useRealtime(
    uploadComplete,
    ifThisTask(() => {
      toast.success("video upload completed successfully in private mode");
      change({ stage: "THUMBNAIL_UPLOAD", percent: 100 });
    }),
  );
  useRealtime(
    thumbnailUploaded,
    ifThisTask(() => {
      toast.success("thumbnail uploaded successfully");
      change({ stage: "PUBLISH_VIDEO" });
    }),
  );
  useRealtime(
    publishVideo,
    ifThisTask(({ videoId }) => {
      toast.success("video published successfully");
      change({ stage: "SUCCESSFULL", videoId });
      reload();
    }),
  );
  useRealtime(uploadFailed, ifThisTask(fail(failureMessages.VIDEO_UPLOAD)));
  useRealtime(thumbnailUploadFailed, ifThisTask(fail(failureMessages.THUMBNAIL_UPLOAD)));
  useRealtime(publishVideoFailed, ifThisTask(fail(failureMessages.PUBLISH_VIDEO)));

  return { progress, samples };
}
