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
/** Files and bytes that are recorded in one transaction at most. */
const filesTogether = 20;
const bytesTogether = 16 * 1024 ** 2;

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
  const digestsOrLost = (fileId: string, aborted: AbortSignal) =>
    readDigests(storage, fileKey(fileId), aborted).catch(async (error: unknown) => {
      if (!(await isLost(storage, error))) throw error;
      return null;
    });
  const record = (files: readonly ReadFile[]) =>
    run(null, async (ctx) => {
      for (const { id, digests } of files) await recordFileDigests(ctx, id, digests);
    });

  return worker(verifyFiles, async ({ personId }, signal) => {
    const files = await run(null, (ctx) => unverifiedFiles(ctx.tx, personId, { limit: filesPerRun }));
    // One file that can't be read or recorded doesn't block the others.
    const errors: unknown[] = [];
    const addError = (error: unknown) => void errors.push(error);
    const batches = recordedTogether(files);
    for (const batch of batches) {
      const read: ReadFile[] = [];
      for (const { id } of batch) {
        signal.throwIfAborted();
        const add = (digests: ReadFile["digests"]) => void read.push({ id, digests });
        await digestsOrLost(id, signal).then(add, addError);
      }
      await record(read).catch(async () => {
        for (const each of read) await record([each]).catch(addError);
      });
    }
    if (errors.length > 0 && errors.length === batches.flat().length) {
      throw new AggregateError(errors, "Some files could not be verified.");
    }
    await run(null, async (ctx) => {
      await lockVerification(ctx.tx, personId);
      const [next] = await unverifiedFiles(ctx.tx, personId, { limit: 1 });
      if (next) await ctx.enqueue(verifyFiles, { personId }, { userId: personId });
    });
  });
}

/** A file whose object was read; `digests` is null if it is missing. */
interface ReadFile {
  id: string;
  digests: Awaited<ReturnType<typeof readDigests>> | null;
}

/** Batches of files that are recorded in a transaction, up to `bytesPerRun` in all: several small ones, or a large one. */
function recordedTogether<File extends { bytes: number }>(files: readonly File[]): File[][] {
  const batches: File[][] = [];
  let [total, inBatch] = [0, 0];
  for (const file of files) {
    if (total >= bytesPerRun) break;
    const last = batches.at(-1);
    if (last && last.length < filesTogether && inBatch + file.bytes <= bytesTogether) {
      last.push(file);
      inBatch += file.bytes;
    } else {
      batches.push([file]);
      inBatch = file.bytes;
    }
    total += file.bytes;
  }
  return batches;
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
