import { currentActor, type Context } from "#core/server/context.ts";

import { updateTimeZone } from "./queries.ts";

/** Stores the actor's time zone, an IANA name. */
export async function setTimeZone(ctx: Context, timeZone: string): Promise<void> {
  await updateTimeZone(ctx.tx, currentActor(ctx).id, timeZone);
}
