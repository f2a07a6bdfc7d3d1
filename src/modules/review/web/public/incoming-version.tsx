import type { VersionStatus } from "#modules/review/contract/version-status.ts";
import { formatPercent } from "#ui/format.ts";
import { Timecode } from "#ui/timecode.tsx";

import { useTaskUpload } from "./use-task-upload.ts";

/** The progress of the editor's upload, for the creator: "uploading, 40%", or "upload paused, 40%" while nothing is sent. */
export function IncomingVersion({ task }: { task: { id: number } & Pick<VersionStatus, "upload"> }) {
  const upload = useTaskUpload(task);
  if (!upload) return null;
  const percent = formatPercent(upload.percent);
  return (
    <Timecode tone={upload.active ? "ink" : undefined}>
      {upload.active ? `uploading, ${percent}` : `upload paused, ${percent}`}
    </Timecode>
  );
}
