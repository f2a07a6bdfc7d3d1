import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

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

function isFirst({ state }: Query): boolean {
  return state.data === undefined;
}

async function reloadAfterwards(client: QueryClient, { promise, queryKey }: Query): Promise<void> {
  await promise?.catch(() => undefined);
  await client.invalidateQueries({ queryKey, exact: true });
}
