/** Requests of one client to this process: `perSecond` in the long run, `burst` at once. */
export interface Budget {
  perSecond: number;
  burst: number;
}

/** Clients that are remembered; those who were active the longest time ago are forgotten. */
const maxClients = 10_000;

/**
 * Returns a function that takes a number of tokens at `now`, in milliseconds, from a client's bucket, and returns the seconds to wait if it has too few, else null.
 * Buckets are in memory: for frequent requests, for which `countUse` would write too many rows.
 */
export function createTokenBuckets(
  { perSecond, burst }: Budget,
  now: () => number,
): (client: string, tokens?: number) => number | null {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (client, tokens = 1) => {
    const at = now();
    const bucket = buckets.get(client) ?? { tokens: burst, at };
    const available = Math.min(burst, bucket.tokens + (Math.max(0, at - bucket.at) / 1000) * perSecond);
    const isEnough = tokens <= available;
    buckets.delete(client);
    buckets.set(client, { tokens: isEnough ? available - tokens : available, at });
    const [oldest] = buckets.keys();
    if (buckets.size > maxClients && oldest !== undefined) buckets.delete(oldest);
    return isEnough ? null : Math.ceil((tokens - available) / perSecond);
  };
}
