import { partialMatchKey, type Query, type QueryClient, type QueryKey } from "@tanstack/react-query";

/**
 * Marks the queries whose keys start with these keys as stale and refetches those on screen. TanStack Query keeps the first
 * response of a query that is still loading, although it may be older than the change: such a query loads once more. Resolves
 * when they are refetched.
 */
export async function reloadQueries(client: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => reloadQuery(client, queryKey)));
}

async function reloadQuery(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const loading = client.getQueryCache().findAll({ queryKey, fetchStatus: "fetching", predicate: isFirst });
  const reloading = client.invalidateQueries({ queryKey });
  await Promise.all([reloading, ...loading.map((query) => reloadAfterwards(client, query))]);
}

/** Collects the keys that are invalidated at once, such as after a connection, and reloads each query once. */
export function createReload(client: QueryClient): (keys: readonly QueryKey[]) => void {
  let collected: QueryKey[] = [];
  return (keys) => {
    if (collected.length === 0) queueMicrotask(() => reloadQueries(client, takeDistinct()));
    collected.push(...keys);
  };

  function takeDistinct(): QueryKey[] {
    const distinct: QueryKey[] = [];
    for (const key of collected.toSorted((one, other) => one.length - other.length)) {
      if (!distinct.some((start) => partialMatchKey(key, start))) distinct.push(key);
    }
    collected = [];
    return distinct;
  }
}

function isFirst({ state }: Query): boolean {
  return state.data === undefined;
}

async function reloadAfterwards(client: QueryClient, { promise, queryKey }: Query): Promise<void> {
  await promise?.catch(() => undefined);
  await client.invalidateQueries({ queryKey, exact: true });
}
