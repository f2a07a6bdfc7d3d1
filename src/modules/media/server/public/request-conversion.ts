import { commonError } from "#core/error.ts";
import type { Context } from "#core/server/context.ts";

import { startConversion } from "../preparation/convert.ts";
import { findVideo } from "../videos/queries.ts";

/**
 * Has a rendition made of a video that is played as it is, for browsers that can't play it. All viewers see its progress.
 * Throws 404 for an unknown video.
 */
export async function requestConversion(ctx: Context, videoId: string): Promise<void> {
  if (!(await findVideo(ctx.tx, videoId))) throw commonError("not_found");
  await startConversion(ctx, videoId);
}
