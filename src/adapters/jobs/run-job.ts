import type { PgBoss } from "pg-boss";

import type { ClaimedJob } from "./claim.ts";

/**
 * Runs a claimed job within its time limit and stores the outcome. At the limit `ended` is aborted. Rejects if the outcome
 * can't be stored.
 */
export async function runJob(
  boss: PgBoss,
  job: ClaimedJob,
  ended: AbortController,
  work: () => Promise<"done" | "requeued">,
): Promise<void> {
  const { id, name, retryCount, expireInSeconds } = job;
  const attempt = { id, retryCount };
  const expired = Promise.withResolvers<never>();
  const expiry = setTimeout(() => {
    const error = new Error(`The job exceeded its time limit of ${expireInSeconds} s.`);
    ended.abort(error);
    expired.reject(error);
  }, expireInSeconds * 1000);
  try {
    const outcome = await Promise.race([work(), expired.promise]);
    if (outcome === "done") await boss.complete(name, attempt);
  } catch (error) {
    await boss.fail(name, attempt, error instanceof Error ? error : { value: String(error) });
  } finally {
    clearTimeout(expiry);
  }
}
