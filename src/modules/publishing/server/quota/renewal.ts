import type { ReadContext } from "#core/server/context.ts";
import { after, second } from "#core/time.ts";
import { timeZoneOf } from "#modules/people/server/actions.ts";

import type { PublishingDependencies } from "../dependencies.ts";

/** The time of day at which YouTube's quota renews, in the user's time zone; undefined if it is unknown. */
export async function renewalFor(
  ctx: ReadContext,
  personId: number,
  { secondsUntilQuotaRenewal }: PublishingDependencies["platform"],
): Promise<string | undefined> {
  const timeZone = await timeZoneOf(ctx, personId);
  if (timeZone === null) return undefined;
  const renewal = after(ctx.now, secondsUntilQuotaRenewal(ctx.now) * second);
  const time = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  return `${time.format(renewal)} (${timeZone.replaceAll("_", " ")})`;
}
