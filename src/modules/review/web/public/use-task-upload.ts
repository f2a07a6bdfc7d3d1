import { useEffect, useState } from "react";

import { useRealtime } from "#core/web/realtime.ts";
import { silentFor } from "#modules/media/rules/uploads.ts";
import type { VersionStatus } from "#modules/review/contract/version-status.ts";
import { versionUploadProgress } from "#modules/review/realtime-messages.ts";

/** The stored part of an upload. */
export interface TaskUpload {
  percent: number;
  /** Whether it is being sent, in whatever browser. */
  active: boolean;
}

/** The upload of a task's next version, kept up to date by realtime messages; null if there is none. */
export function useTaskUpload({
  id,
  upload,
}: { id: number } & Pick<VersionStatus, "upload">): TaskUpload | null {
  const [state, setState] = useState({ loaded: upload, shown: upload });
  // What is loaded later is newer than the messages before it.
  if (state.loaded !== upload) setState({ loaded: upload, shown: upload });
  useRealtime(versionUploadProgress, ({ taskId, received, bytes }) => {
    if (taskId !== id) return;
    setState(({ loaded }) => ({ loaded, shown: loaded && { received, bytes, active: true } }));
  });
  const { shown } = state;
  const [silent, setSilent] = useState<typeof shown>(null);
  useEffect(() => {
    if (!shown?.active) return;
    const timer = setTimeout(() => setSilent(shown), silentFor);
    return () => clearTimeout(timer);
  }, [shown]);
  if (!shown) return null;
  return { percent: (shown.received / shown.bytes) * 100, active: shown.active && silent !== shown };
}
