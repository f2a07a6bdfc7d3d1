import { currentActor, type Context } from "#core/server/context.ts";
import { figuresChanged } from "#modules/analytics/realtime-messages.ts";
import { editorsOfCreator } from "#modules/tasks/server/public/tasks.ts";

import { analyticsSettings } from "../tables.ts";

/** Saves whether the actor's editors see the results of their videos. Their open pages load them again. */
export async function saveSettings(ctx: Context, { shareResults }: { shareResults: boolean }) {
  const personId = currentActor(ctx).id;
  await ctx.tx
    .insert(analyticsSettings)
    .values({ personId, shareResults })
    .onConflictDoUpdate({ target: analyticsSettings.personId, set: { shareResults } });
  ctx.notifyClients(await editorsOfCreator(ctx, personId), figuresChanged, {});
  return { shareResults };
}
