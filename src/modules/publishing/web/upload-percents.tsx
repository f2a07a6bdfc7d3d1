import { useState } from "react";

import { useRealtime } from "#core/web/realtime.ts";

import { uploadComplete, uploadProgress } from "../contract.ts";

/** How much of each video is at the platform, by task, as live messages tell; for cards. */
export function useUploadPercents(): ReadonlyMap<number, number> {
  const [percents, setPercents] = useState<ReadonlyMap<number, number>>(new Map());
  useRealtime(uploadProgress, ({ taskId, percent }) => {
    setPercents((before) => (before.get(taskId) === percent ? before : new Map(before).set(taskId, percent)));
  });
  useRealtime(uploadComplete, ({ taskId }) => setPercents((before) => new Map(before).set(taskId, 100)));
  return percents;
}
