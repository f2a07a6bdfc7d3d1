interface Options {
  /** Time for which a result is returned again, in milliseconds. */
  lifetime: number;
  /** Maximum number of entries; the oldest are evicted. */
  maxEntries: number;
  clock: () => Date;
}

/** Returns a function that caches results by key, counted from the start of their loading. Errors are not cached. */
export function createExpiringCache<T>({ lifetime, maxEntries, clock }: Options) {
  const entries = new Map<string, { result: Promise<T>; startedAt: number }>();
  return (key: string, load: () => Promise<T>): Promise<T> => {
    const now = clock().getTime();
    const cached = entries.get(key);
    if (cached && cached.startedAt <= now && now < cached.startedAt + lifetime) return cached.result;
    const result = load();
    entries.delete(key);
    entries.set(key, { result, startedAt: now });
    const [oldest] = entries.keys();
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    result.catch(() => {
      if (entries.get(key)?.result === result) entries.delete(key);
    });
    return result;
  };
}
