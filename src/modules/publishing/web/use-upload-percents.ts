import { useState } from "react";

import { useRealtime } from "#core/web/realtime.ts";

import { uploadComplete, uploadProgress } from "../realtime-messages.ts";

/** Percent of each video that is uploaded to the platform, by task id, from realtime messages. */
export function useUploadPercents(): ReadonlyMap<number, number> {
  const [percents, setPercents] = useState<ReadonlyMap<number, number>>(new Map());
  useRealtime(uploadProgress, ({ taskId, percent }) => {
    setPercents((before) => (before.get(taskId) === percent ? before : new Map(before).set(taskId, percent)));
  });
  useRealtime(uploadComplete, ({ taskId }) => setPercents((before) => new Map(before).set(taskId, 100)));
  return percents;
}
