import { and, count, eq, gte } from "drizzle-orm";

import { AdapterError } from "#core/adapter-error.ts";
import { commonError } from "#core/error.ts";
import type { Actor, ReadContext } from "#core/server/context.ts";
import { after, day, second } from "#core/time.ts";
import type { ChannelHealth } from "#modules/publishing/contract/details.ts";
import type { DestinationKind } from "#modules/publishing/platforms/platforms.ts";
import { scopeNames } from "#modules/publishing/rules/permission.ts";
import { describeProblem } from "#modules/publishing/rules/problems.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { withAccess } from "../destinations/access.ts";
import { platformName } from "../destinations/platforms.ts";
import { findDestination } from "../destinations/queries.ts";
import { quotaOf, renewalFor } from "../quota/renewal.ts";
import { deliveries } from "../tables.ts";

/** Uploads that YouTube's default quota allows the server in a day. */
const uploadsPerDay = 100;

/** The limits of publishing on one of the actor's channels, read from the platform. Throws 404 for any other destination. */
export async function channelHealth(
  dependencies: PublishingDependencies,
  actor: Actor,
  destinationId: string,
): Promise<ChannelHealth> {
  const { read, platforms } = dependencies;
  const { row, used, quotaRenewsAt, renewsAt } = await read(actor, async (ctx) => {
    const found = await findDestination(ctx.tx, destinationId);
    if (found?.personId !== actor.id) throw commonError("not_found");
    const renewal = after(ctx.now, quotaOf(dependencies).secondsUntilRenewal(ctx.now) * second);
    return {
      row: found,
      used: platforms[found.kind].quota ? await uploadsSince(ctx, found.kind, after(renewal, -day)) : null,
      quotaRenewsAt: renewal.toISOString(),
      renewsAt: await renewalFor(ctx, actor.id, dependencies),
    };
  });
  const { consent } = platforms[row.kind];
  const missing = consent?.scopes.filter((scope) => !row.scopes.includes(scope));
  const stored = {
    connectedAt: row.connectedAt.toISOString(),
    missingPermissions: scopeNames(missing ?? []),
    uploadsLeft: used === null ? null : Math.max(0, uploadsPerDay - used),
    uploadsPerDay,
    quotaRenewsAt,
  };
  try {
    const channel = await withAccess(dependencies, row.id, "other", (access, connected) =>
      connected.channel(access),
    );
    const verified = channel.longUploads === null ? null : channel.longUploads === "allowed";
    return { ...stored, verified, problem: null, recoveryActions: [] };
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    return {
      ...stored,
      verified: null,
      ...describeProblem(error.code, platformName(dependencies, row, row), renewsAt),
    };
  }
}

/** Uploads to platforms of a kind that this server has begun since the quota was renewed. */
async function uploadsSince(
  { tx }: Pick<ReadContext, "tx">,
  kind: DestinationKind,
  renewed: Date,
): Promise<number> {
  const [row] = await tx
    .select({ uploads: count() })
    .from(deliveries)
    .where(and(eq(deliveries.kind, kind), gte(deliveries.startedAt, renewed)));
  return row?.uploads ?? 0;
}
