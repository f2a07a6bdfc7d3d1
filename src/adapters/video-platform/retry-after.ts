const maxWaitSeconds = 24 * 60 * 60;
/** Larger numbers are Unix times. */
const maxSeconds = 1_000_000_000;

/**
 * The wait requested by a `Retry-After` or `X-RateLimit-Reset` header, in whole seconds, given as seconds, as a date or as a
 * Unix time. At most a day; undefined when the header is missing or unreadable.
 */
export function retryAfterSeconds(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  const number = /^\d+$/.test(text) ? Number(text) : null;
  if (number !== null && number <= maxSeconds) return Math.min(number, maxWaitSeconds);
  const date = number === null ? Date.parse(text) : number * 1000;
  if (Number.isNaN(date)) return undefined;
  return Math.min(Math.max(Math.ceil((date - now.getTime()) / 1000), 0), maxWaitSeconds);
}
