import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";

import { useRealtime } from "#core/web/realtime.ts";

import {
  type Progress,
  publishVideo,
  publishVideoFailed,
  thumbnailUploaded,
  thumbnailUploadFailed,
  uploadComplete,
  uploadFailed,
  uploadProgress,
} from "../contract.ts";
import { progressQuery } from "./queries.ts";
import { addSample, type Sample } from "./speed.ts";

/** The specification's sentences for what has been done and what failed (section 8). */
export const failedSentences = {
  VIDEO_UPLOAD: "video upload failed, please try again later",
  THUMBNAIL_UPLOAD: "thumbnail upload failed, please try again later",
  PUBLISH_VIDEO: "video publish failed, please try again later",
} as const;

/** Where a delivery stands: as the server knows it on load, and live from then on. */
export function useDelivery(taskId: number) {
  const queries = useQueryClient();
  const query = progressQuery(taskId);
  const progress = useQuery(query);
  const [samples, setSamples] = useState<readonly Sample[]>([]);

  const change = (more: Partial<Progress>) =>
    queries.setQueryData(query.queryKey, (before) => before && { ...before, ...more });
  const reload = () => void queries.invalidateQueries({ queryKey: query.queryKey });
  const mine = <P extends { taskId: number }>(handle: (payload: P) => void) => {
    return (payload: P) => {
      if (payload.taskId === taskId) handle(payload);
    };
  };
  const fail = (sentence: string) => () => {
    toast.error(sentence);
    reload();
  };

  useRealtime(
    uploadProgress,
    mine(({ percent, sentBytes, totalBytes }) => {
      change({ stage: "VIDEO_UPLOAD", percent, sentBytes, totalBytes });
      setSamples((before) => addSample(before, { at: performance.now(), bytes: sentBytes }));
    }),
  );
  useRealtime(
    uploadComplete,
    mine(() => {
      toast.success("video upload completed successfully in private mode");
      change({ stage: "THUMBNAIL_UPLOAD", percent: 100 });
    }),
  );
  useRealtime(
    thumbnailUploaded,
    mine(() => {
      toast.success("thumbnail uploaded successfully");
      change({ stage: "PUBLISH_VIDEO" });
    }),
  );
  useRealtime(
    publishVideo,
    mine(({ videoId }) => {
      toast.success("video published successfully");
      change({ stage: "SUCCESSFULL", videoId });
      reload();
    }),
  );
  useRealtime(uploadFailed, mine(fail(failedSentences.VIDEO_UPLOAD)));
  useRealtime(thumbnailUploadFailed, mine(fail(failedSentences.THUMBNAIL_UPLOAD)));
  useRealtime(publishVideoFailed, mine(fail(failedSentences.PUBLISH_VIDEO)));

  return { progress, samples };
}
