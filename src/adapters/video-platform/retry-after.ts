const maxWaitSeconds = 24 * 60 * 60;

/**
 * The wait requested by a `Retry-After` header, in whole seconds, given as seconds or as an HTTP date. At most a day;
 * undefined when the header is missing or unreadable.
 */
export function retryAfterSeconds(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Math.min(Number(text), maxWaitSeconds);
  const date = Date.parse(text);
  if (Number.isNaN(date)) return undefined;
  return Math.min(Math.max(Math.ceil((date - now.getTime()) / 1000), 0), maxWaitSeconds);
}
