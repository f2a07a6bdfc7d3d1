import { AppError } from "../error.ts";
import { second } from "../time.ts";

const maxDelay = 10 * second;

/** Milliseconds until the next attempt, or null if the server rejected the entry. */
export function delayAfter(error: unknown, failures: number): number | null {
  if (!(error instanceof AppError)) return null;
  if (error.status === 429) return (error.retryAfterSeconds ?? 5) * second;
  // Images that don't fit. Texts wait for a full disk to be cleared.
  if (error.status === 507 && error.code !== "disk_full") return null;
  if (error.status >= 400 && error.status < 500) return null;
  return Math.min(second * 2 ** failures * 0.5, maxDelay);
}
