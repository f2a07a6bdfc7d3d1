import { useState } from "react";

import { useRealtime } from "#core/web/realtime.ts";
import { uploadComplete, uploadProgress } from "#modules/publishing/realtime-messages.ts";

interface UploadPercent {
  deliveryId: string;
  taskId: number;
  percent: number;
}

/** Percent of each video that is uploaded to a destination, by delivery id, from realtime messages. */
export type UploadPercents = ReadonlyMap<string, UploadPercent>;

export function useUploadPercents(): UploadPercents {
  const [percents, setPercents] = useState<UploadPercents>(new Map());
  const store = ({ deliveryId, taskId, percent }: UploadPercent) => {
    setPercents((before) => {
      if (before.get(deliveryId)?.percent === percent) return before;
      return new Map(before).set(deliveryId, { deliveryId, taskId, percent });
    });
  };
  useRealtime(uploadProgress, store);
  useRealtime(uploadComplete, (payload) => store({ ...payload, percent: 100 }));
  return percents;
}

/** Percent of the slowest upload of a task, null if none was reported. */
export function percentOfTask(percents: UploadPercents, taskId: number): number | null {
  const ofTask = [...percents.values()].filter((upload) => upload.taskId === taskId);
  return ofTask.length === 0 ? null : Math.min(...ofTask.map(({ percent }) => percent));
}
