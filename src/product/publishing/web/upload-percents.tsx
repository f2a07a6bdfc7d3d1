import { useState } from "react";

import { useLive } from "#foundation/web/live.ts";

import { uploadComplete, uploadProgress } from "../contract.ts";

/** How much of each video is at the platform, by task, as live messages tell; for cards. */
export function useUploadPercents(): ReadonlyMap<number, number> {
  const [percents, setPercents] = useState<ReadonlyMap<number, number>>(new Map());
  useLive(uploadProgress, ({ taskId, percent }) => {
    setPercents((before) => (before.get(taskId) === percent ? before : new Map(before).set(taskId, percent)));
  });
  useLive(uploadComplete, ({ taskId }) => setPercents((before) => new Map(before).set(taskId, 100)));
  return percents;
}
