import { type JobWorker, worker } from "#core/server/job.ts";
import { day, hour } from "#core/time.ts";

import { reconcileMedia } from "../job-definitions.ts";
import { type OrphanAges, settle } from "../reconciling/settle.ts";
import { type Survey, surveyStore } from "../reconciling/survey.ts";
import type { MediaJobParts } from "./parts.ts";

/** Objects without a row may belong to a newer database than the one that was restored: they wait a week for it. */
const usualAges: OrphanAges = { over: hour, unknown: 7 * day };

/**
 * Brings the store and the rows together again, whatever has come between them: orphans go, lost originals are asked
 * for again, what was derived is made again (docs/decisions/0010).
 */
export function reconcileWorker(
  { run, storage, log }: Pick<MediaJobParts, "run" | "storage" | "log">,
  ages: OrphanAges = usualAges,
): JobWorker {
  return worker(reconcileMedia, async (_data, signal) => {
    const survey = await surveyStore({ run, storage }, signal);
    const reason = foreign(survey);
    if (reason) {
      log.error({ ...survey, suspects: survey.suspects.length }, reason);
      return;
    }
    const counts = { orphan: 0, lost: 0, remade: 0, fine: 0, away: 0 };
    for (const suspect of survey.suspects) {
      signal.throwIfAborted();
      counts[await run(null, (ctx) => settle(ctx, storage, suspect, ages))] += 1;
    }
    const { orphan: orphans, lost, remade, away } = counts;
    if (away > 0) log.error({ away }, "The file store went away in the middle. Is its folder mounted?");
    const { strangers } = survey;
    if (orphans + lost + remade + strangers > 0) {
      log.info({ orphans, lost, remade, strangers }, "The file store was brought in line with the database.");
    }
  });
}

/** Why this store is not this database's at all, where it isn't: then nothing may be changed. */
function foreign({ owners, known, bare }: Survey): string | null {
  if (owners === 0 && bare > 0) {
    return "The file store is empty, but the database knows of files. Is its folder mounted? Nothing was changed.";
  }
  if (owners > 0 && known === 0) {
    return "The database knows nothing of what lies in the file store. Is it the right one? Nothing was changed.";
  }
  return null;
}
