import { actorOf, type Actor, type Context } from "#core/server/context.ts";
import { analyticsError } from "#modules/analytics/contract.ts";
import { figuresChanged } from "#modules/analytics/realtime-messages.ts";
import { startStatisticsAuthorization } from "#modules/publishing/server/actions.ts";

import type { AnalyticsDependencies } from "../dependencies.ts";
import { editorsOfCreator } from "../sharing/queries.ts";
import { analyticsSettings } from "../tables.ts";

/** Saves whether the actor's editors see the results of their videos. Their open pages load them again. */
export async function saveSettings(ctx: Context, { shareResults }: { shareResults: boolean }) {
  const personId = actorOf(ctx).id;
  await ctx.tx
    .insert(analyticsSettings)
    .values({ personId, shareResults })
    .onConflictDoUpdate({ target: analyticsSettings.personId, set: { shareResults } });
  ctx.notifyClients(await editorsOfCreator(ctx.tx, personId), figuresChanged, {});
  return { shareResults };
}

/** The URL of the consent screen for the figures of a destination. */
export async function authorizeFigures(
  dependencies: AnalyticsDependencies,
  actor: Actor,
  destinationId: string,
): Promise<string> {
  const url = await startStatisticsAuthorization(dependencies, actor, destinationId);
  if (url === null) throw analyticsError("nothing_to_authorize");
  return url;
}
