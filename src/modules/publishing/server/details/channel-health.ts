import { AdapterError } from "#core/adapter-error.ts";
import { commonError } from "#core/error.ts";
import type { Actor } from "#core/server/context.ts";
import { after, second } from "#core/time.ts";
import type { ChannelHealth } from "#modules/publishing/contract/details.ts";
import { scopeNames } from "#modules/publishing/rules/permission.ts";
import { describeProblem } from "#modules/publishing/rules/problems.ts";
import { uploadsLeft } from "#modules/publishing/rules/quota.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { withAccess } from "../destinations/access.ts";
import { platformName } from "../destinations/platforms.ts";
import { findDestination } from "../destinations/queries.ts";
import { readUse } from "../quota/ledger.ts";
import { clientQuota, renewalFor } from "../quota/renewal.ts";

/** The limits of publishing on one of the actor's channels, read from the platform. Throws 404 for any other destination. */
export async function channelHealth(
  dependencies: PublishingDependencies,
  actor: Actor,
  destinationId: string,
): Promise<ChannelHealth> {
  const { read, platforms, youtubeQuota } = dependencies;
  const { row, used, quotaRenewsAt, renewsAt } = await read(actor, async (ctx) => {
    const destination = await findDestination(ctx.tx, destinationId);
    if (destination?.personId !== actor.id) throw commonError("not_found");
    const renewal = after(ctx.now, clientQuota(dependencies).secondsUntilRenewal(ctx.now) * second);
    return {
      row: destination,
      used: platforms[destination.kind].quota ? await readUse(dependencies, ctx, actor.id) : null,
      quotaRenewsAt: renewal.toISOString(),
      renewsAt: await renewalFor(ctx, actor.id, dependencies),
    };
  });
  const { consent } = platforms[row.kind];
  const missing = consent?.scopes.filter((scope) => !row.scopes.includes(scope));
  const stored = {
    connectedAt: row.connectedAt.toISOString(),
    missingPermissions: scopeNames(missing ?? []),
    uploadsLeft: used && uploadsLeft(used, youtubeQuota),
    uploadsPerDay: youtubeQuota.uploads,
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
