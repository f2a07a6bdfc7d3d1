import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { after, day } from "#core/time.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { deleteUseBefore } from "../quota/ledger.ts";
import { clientQuota } from "../quota/renewal.ts";
import { refreshChannel } from "./connections.ts";
import { decryptRefreshToken, findPlatform } from "./platforms.ts";
import {
  callableDestinations,
  deleteBrokenSince,
  deleteDestination,
  deleteExpiredAuthorizations,
  listDestinations,
} from "./queries.ts";

/** Revokes the connections of a deleted account at the platforms and deletes their tokens. */
export const revokeChannel = defineJob({
  job: "publishing.revoke",
  data: z.object({ personId: z.number().int() }),
  // The delay doubles from a minute to days, because the platform may be unavailable for long.
  retries: 13,
  retryDelaySeconds: 60,
  expireSeconds: 120,
  concurrency: 2,
  limits: { perUser: 1 },
});

/** Checks every connection once a day, which keeps tokens and channel data fresh, and deletes expired rows. */
const checkChannels = defineJob({
  job: "publishing.check-channels",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 60,
  expireSeconds: 60 * 60,
  concurrency: 1,
  cron: "17 4 * * *",
});

export function destinationJobs(dependencies: PublishingDependencies): JobWorker[] {
  return [
    worker(revokeChannel, ({ personId }) => revokeDeletedAccount(dependencies, personId)),
    worker(checkChannels, () => refreshChannels(dependencies)),
  ];
}

/** Revokes the connections of a deleted account and deletes their tokens. Throws while a platform is unavailable. */
export async function revokeDeletedAccount(
  dependencies: Pick<PublishingDependencies, "run" | "read" | "keyring" | "platforms">,
  personId: number,
): Promise<void> {
  const { run, read, keyring } = dependencies;
  for (const row of await read(null, (ctx) => listDestinations(ctx.tx, personId))) {
    try {
      const token = decryptRefreshToken(keyring, row);
      if (token !== null) await findPlatform(dependencies, row).revoke(token);
    } catch (error) {
      // Tokens that can't be decrypted or revoked, such as those of another secret, are deleted all the same.
      if (error instanceof AdapterError && error.kind === "retry") throw error;
    }
    await run(null, (ctx) => deleteDestination(ctx.tx, row));
  }
}

/** YouTube's API terms allow to store channel data for 30 days without reading it again. */
const deleteBrokenAfter = 25 * day;

async function refreshChannels(dependencies: PublishingDependencies): Promise<void> {
  const { run, log } = dependencies;
  const quota = clientQuota(dependencies);
  const connected = await run(null, async (ctx) => {
    await deleteUseBefore(ctx.tx, quota.day(ctx.now));
    await deleteExpiredAuthorizations(ctx.tx, ctx.now);
    await deleteBrokenSince(ctx.tx, after(ctx.now, -deleteBrokenAfter));
    return callableDestinations(ctx.tx, ctx.now);
  });
  for (const row of connected) {
    try {
      await refreshChannel(dependencies, row);
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      log.info({ destinationId: row.id, code: error.code }, "The connection could not be checked");
    }
  }
}
