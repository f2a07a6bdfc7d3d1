import type { ClientQuota } from "#adapters/video-platform/platform.ts";
import type { ReadContext } from "#core/server/context.ts";
import { after, second } from "#core/time.ts";
import { personTimeZone } from "#modules/people/server/public/people.ts";

import type { PublishingDependencies } from "../dependencies.ts";

/** The quota of the server's client at the one platform that has one. */
export function clientQuota({ platforms }: Pick<PublishingDependencies, "platforms">): ClientQuota {
  const quota = Object.values(platforms).find((platform) => platform.quota)?.quota;
  if (!quota) throw new Error("No platform has a quota.");
  return quota;
}

/** The time of day at which the quota renews, in the user's time zone; undefined if it is unknown. */
export async function renewalFor(
  ctx: ReadContext,
  personId: number,
  dependencies: Pick<PublishingDependencies, "platforms">,
): Promise<string | undefined> {
  const timeZone = await personTimeZone(ctx, personId);
  if (timeZone === null) return undefined;
  const renewal = after(ctx.now, clientQuota(dependencies).secondsUntilRenewal(ctx.now) * second);
  const time = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  return `${time.format(renewal)} (${timeZone.replaceAll("_", " ")})`;
}
