import type { DeviceFailure } from "#devices/failure.ts";

import { holdVideo } from "../hold-video.ts";
import { refuseVideo } from "../preparing.ts";
import { settleLiving } from "../reconciling/settle.ts";
import { storageCode } from "../storage-failures.ts";
import { findVideo, takeBackAttempt } from "../store/videos.ts";
import type { Video } from "../tables.ts";
import type { MediaJobParts } from "./parts.ts";

/** Failures that are to be tried again and say nothing about the file: the server stops, the store is away. */
const outside = new Set(["stopped", "unavailable", "busy", "broken_off"]);

/**
 * Does a counted piece of preparation; one that ends well is taken back. A failure that lies in the file refuses the
 * video with its sentence; one that lies outside is not counted; all but the first kind are thrown, so that the queue
 * tries again. Nothing happens when the video was deleted meanwhile.
 */
export async function attempt(
  { run, storage }: Pick<MediaJobParts, "run" | "storage">,
  video: Video,
  work: () => Promise<void>,
): Promise<void> {
  const forgive = () => run(null, (ctx) => takeBackAttempt(ctx.tx, video.id));
  try {
    await work();
    await forgive();
  } catch (error) {
    const now = await run(null, (ctx) => findVideo(ctx.tx, video.id));
    if (now?.state !== "preparing" && now?.state !== "ready") return;
    if (storageCode(error) === "missing") {
      const settled = await run(null, async (ctx) => {
        const held = await holdVideo(ctx, video.id, ["preparing", "ready"]);
        return held && settleLiving(ctx, storage, held);
      });
      if (settled === "lost") return;
      if (settled === "away") await forgive();
    } else if (isDeviceFailure(error)) {
      if (error.kind === "permanent") {
        await run(null, (ctx) => refuseVideo(ctx, video.id, error.message));
        return;
      }
      if (error.kind === "needs-person" || outside.has(error.code)) {
        await forgive();
      }
    }
    throw error;
  }
}

function isDeviceFailure(error: unknown): error is DeviceFailure {
  return error instanceof Error && "kind" in error && "code" in error;
}
