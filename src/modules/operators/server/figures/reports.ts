import type { Context } from "#core/server/context.ts";
import { after, day } from "#core/time.ts";
import { chartDays, type Overview, type StorageReport } from "#modules/operators/contract/figures.ts";
import { readServerUse } from "#modules/publishing/server/public/publishing.ts";

import type { OperatorsDependencies } from "../dependencies.ts";
import { currentFigures } from "./measure.ts";
import { countDeliveries, listDays } from "./queries.ts";

/** The overview without what the process itself knows. */
export async function readOverview(
  ctx: Context,
  dependencies: Pick<OperatorsDependencies, "platforms" | "youtubeQuota">,
) {
  const { figures, measuredAt } = await currentFigures(ctx);
  const { users, tasks, preparedToday, storage } = figures;
  const usedBytes = Object.values(storage).reduce((all, bytes) => all + bytes, 0);
  const deliveries = await countDeliveries(ctx.tx);
  const youtubeQuota = await readServerUse(dependencies, ctx);
  return {
    measuredAt: measuredAt.toISOString(),
    users,
    tasks,
    preparedToday,
    deliveries,
    usedBytes,
    youtubeQuota,
  };
}

/** Adds health, store and version to the overview. */
export async function withServer(
  { usedBytes, ...rest }: Awaited<ReturnType<typeof readOverview>>,
  { storage, serverStatus }: Pick<OperatorsDependencies, "storage" | "serverStatus">,
): Promise<Overview> {
  const [freeBytes, status] = await Promise.all([storage.freeBytes(), serverStatus()]);
  const kind = freeBytes === null ? ("bucket" as const) : ("disk" as const);
  return { ...rest, store: { kind, usedBytes, freeBytes }, ...status };
}

export async function readStorageReport(
  ctx: Context,
  { storage }: Pick<OperatorsDependencies, "storage">,
): Promise<StorageReport> {
  const { figures, measuredAt } = await currentFigures(ctx);
  const from = after(ctx.now, -(chartDays - 1) * day)
    .toISOString()
    .slice(0, 10);
  const { largestTasks, largestUsers, expiring } = figures;
  return {
    measuredAt: measuredAt.toISOString(),
    bytes: figures.storage,
    freeBytes: await storage.freeBytes(),
    largestTasks,
    largestUsers,
    expiring,
    days: await listDays(ctx.tx, from),
    defaultQuotaBytes: ctx.settings.storageQuota,
  };
}
