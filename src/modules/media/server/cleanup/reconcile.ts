import { z } from "zod";

import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { day, hour } from "#core/time.ts";

import { removeVideoObjects } from "../deletion/jobs.ts";
import type { MediaJobDependencies } from "../dependencies.ts";
import { type OrphanAges, type Resolution, resolveMismatch } from "./resolve-mismatch.ts";
import { type Survey, surveyStore } from "./survey.ts";

/** Objects without a row may belong to a newer database than the restored one, so they are kept for a week. */
const defaultAges: OrphanAges = { discarded: hour, unknown: 7 * day };

/** Reconciles the object store with the database every night. */
const reconcileMedia = defineJob({
  job: "media.reconcile",
  data: z.unknown(),
  retries: 3,
  retryDelaySeconds: 300,
  expireSeconds: 3 * 60 * 60,
  concurrency: 1,
  cron: "23 3 * * *",
});

/**
 * Reconciles the object store with the database: orphans are removed, lost originals are reported to later modules,
 * lost derived files are made again, sizes of videos are corrected (docs/decisions/0016-rows-determine-files.md).
 */
export function reconcileWorker(
  { run, storage, log }: Pick<MediaJobDependencies, "run" | "storage" | "log">,
  ages: OrphanAges = defaultAges,
): JobWorker {
  return worker(reconcileMedia, async (_data, signal) => {
    const survey = await surveyStore({ run, storage }, signal);
    const problem = wrongStore(survey);
    if (problem) {
      const { mismatches, resized, ...counted } = survey;
      log.error({ ...counted, mismatches: mismatches.length, resized: resized.length }, problem);
      return;
    }
    const counts: Record<Resolution, number> = {
      orphan: 0,
      lost: 0,
      rebuilding: 0,
      intact: 0,
      store_empty: 0,
    };
    for (const mismatch of survey.mismatches) {
      signal.throwIfAborted();
      counts[await run(null, (ctx) => resolveMismatch(ctx, storage, mismatch, ages))] += 1;
    }
    for (const id of survey.resized) {
      signal.throwIfAborted();
      await removeVideoObjects({ run, storage }, id);
    }
    const { orphan: orphans, lost, rebuilding, store_empty: skipped } = counts;
    if (skipped > 0) {
      log.error({ skipped }, "The object store became empty during reconciliation. Is its volume mounted?");
    }
    const { foreign } = survey;
    if (orphans + lost + rebuilding + foreign > 0) {
      log.info({ orphans, lost, rebuilding, foreign }, "Reconciled the object store with the database.");
    }
  });
}

/** The reason why this is not the object store of this database, in which case nothing may be changed; else null. */
function wrongStore({ stored, known, missing }: Survey): string | null {
  if (stored === 0 && missing > 0) {
    return "The object store is empty, but the database has files. Is its volume mounted? Nothing was changed.";
  }
  if (stored > 0 && known === 0) {
    return "The database has no row for any stored object. Is it the right database? Nothing was changed.";
  }
  return null;
}
