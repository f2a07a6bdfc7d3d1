import { z } from "zod";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { Context } from "#core/server/context.ts";
import { defineJob, type JobStatusIn, type JobWorker, worker } from "#core/server/job.ts";

import type { MediaJobDependencies } from "../dependencies.ts";
import { isStoreEmpty } from "../preparation/check-original.ts";
import type { StoredFile } from "../tables.ts";
import { fileKey } from "../videos/object-keys.ts";
import { readDigests, recordFileDigests } from "./file-digests.ts";
import { lockVerification, peopleWithUnverifiedFiles, unverifiedFiles } from "./file-queries.ts";

/** Files and bytes that a run verifies at most, after which other users have their turn. */
const filesPerRun = 100;
const bytesPerRun = 8 * 1024 ** 3;

/**
 * Verifies received files of a user. There is a job while the user has such files: the first one enqueues it, and a run enqueues the next
 * while files remain.
 */
const verifyFiles = defineJob({
  job: "media.verify-files",
  data: z.object({ personId: z.int().nullable() }),
  retries: 5,
  retryDelaySeconds: 10,
  expireSeconds: 3 * 60 * 60,
  concurrency: 2,
  limits: { perUser: 1 },
});

/** Computes SHA-256 and CRC-32 of received files and compares them with what was sent. */
export function verifyFilesWorker(dependencies: Pick<MediaJobDependencies, "run" | "storage">): JobWorker {
  const { run, storage } = dependencies;
  return worker(verifyFiles, async ({ personId }, signal) => {
    const files = await run(null, (ctx) => unverifiedFiles(ctx.tx, personId, { limit: filesPerRun }));
    // One file that can't be read doesn't block the others.
    const errors: unknown[] = [];
    let [verified, bytes] = [0, 0];
    for (const file of files) {
      signal.throwIfAborted();
      await verifyFile(dependencies, file.id, signal).then(
        () => (verified += 1),
        (error: unknown) => errors.push(error),
      );
      bytes += file.bytes;
      if (bytes >= bytesPerRun) break;
    }
    if (errors.length > 0 && verified === 0) {
      throw new AggregateError(errors, "Some files could not be verified.");
    }
    await run(null, async (ctx) => {
      await lockVerification(ctx.tx, personId);
      const [next] = await unverifiedFiles(ctx.tx, personId, { limit: 1 });
      if (next) await ctx.enqueue(verifyFiles, { personId }, { userId: personId });
    });
  });

  async function verifyFile(parts: typeof dependencies, fileId: string, aborted: AbortSignal): Promise<void> {
    const digests = await readDigests(storage, fileKey(fileId), aborted).catch(async (error: unknown) => {
      if (!(await isLost(storage, error))) throw error;
      return null;
    });
    await parts.run(null, (ctx) => recordFileDigests(ctx, fileId, digests));
  }
}

/** An empty store is presumably one whose volume is not mounted. */
async function isLost(storage: ObjectStorage, error: unknown): Promise<boolean> {
  const isMissing = error instanceof AdapterError && error.code === "missing";
  return isMissing && !(await isStoreEmpty(storage));
}

/** Enqueues the verification of a file that was received in this transaction, unless the job of an earlier file of its user will read it. */
export async function requestVerification(
  ctx: Context,
  { id, personId }: Pick<StoredFile, "id" | "personId">,
): Promise<void> {
  await lockVerification(ctx.tx, personId);
  const [earlier] = await unverifiedFiles(ctx.tx, personId, { except: id, limit: 1 });
  if (!earlier) await ctx.enqueue(verifyFiles, { personId }, { userId: personId });
}

/** Enqueues verifications again that the queue has lost or that have used all their retries; returns their number. */
export async function requeueLostVerifications(ctx: Context, jobStatus: JobStatusIn): Promise<number> {
  let lost = 0;
  for (const personId of await peopleWithUnverifiedFiles(ctx.tx)) {
    await lockVerification(ctx.tx, personId);
    if ((await jobStatus(ctx.tx, verifyFiles, { personId })).pending) continue;
    await ctx.enqueue(verifyFiles, { personId }, { userId: personId });
    lost += 1;
  }
  return lost;
}
