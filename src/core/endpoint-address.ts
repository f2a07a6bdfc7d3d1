import type { Endpoint } from "./endpoint.ts";

/** Base path of the API. */
export const apiBase = "/api/v1";

interface Sent {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/** The path of a call with its parameters and query; undefined and null are left out of the query. */
export function endpointAddress(endpoint: Pick<Endpoint, "path">, { params, query }: Sent): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const search = entries.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
  return `${apiBase}${path}${search === "" ? "" : `?${search}`}`;
}
