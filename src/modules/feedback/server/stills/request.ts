import type { Context } from "#core/server/context.ts";
import { mostStills } from "#modules/feedback/rules.ts";

import { countStills, insertStill, type StillFrame } from "./queries.ts";

/** Requests a still of a frame, unless it has one, or its version has `mostStills` already. */
export async function requestStill(ctx: Context, still: StillFrame): Promise<void> {
  if ((await countStills(ctx.tx, still)) >= mostStills) return;
  await insertStill(ctx.tx, still);
}
