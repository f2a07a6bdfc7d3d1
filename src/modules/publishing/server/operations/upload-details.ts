import type { VideoMetadata } from "#adapters/video-platform/video.ts";
import type { ReadContext } from "#core/server/context.ts";
import { platformTexts } from "#modules/publishing/rules/details.ts";
import { readTask } from "#modules/tasks/server/public/tasks.ts";

import { readOptions } from "../details/queries.ts";

/** Everything that an upload sends besides visibility, and whether subscribers are notified. */
export async function uploadDetails(
  ctx: ReadContext,
  taskId: number,
): Promise<{ details: Omit<VideoMetadata, "privacy" | "publishAt">; notifySubscribers: boolean }> {
  const task = await readTask(ctx, taskId);
  const {
    notifySubscribers,
    playlists: _,
    language,
    recordingDate,
    ...options
  } = await readOptions(ctx.tx, taskId);
  return {
    details: {
      ...platformTexts(task),
      madeForKids: task.madeForKids,
      ...options,
      language: language ?? undefined,
      recordingDate: recordingDate ?? undefined,
    },
    notifySubscribers,
  };
}
