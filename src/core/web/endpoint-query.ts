import { queryOptions, type QueryKey } from "@tanstack/react-query";

import type { Endpoint, Input, ResponseOf } from "../endpoint.ts";
import { call } from "./client.ts";

interface EndpointQuery<E extends Endpoint, K extends QueryKey> {
  queryKey: K;
  endpoint: E;
  input: Input<E> extends Record<string, never> ? object : Input<E>;
  /** Message if the server sends none, or can't be reached. */
  fallback?: string;
}

/** The query of an endpoint that is not paginated; its data is that of the response. */
export function endpointQuery<E extends Endpoint, K extends QueryKey>({
  queryKey,
  endpoint,
  input,
  fallback,
}: EndpointQuery<E, K>) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<ResponseOf<E>> => {
      const { data } = await call(endpoint, input, { signal, ...(fallback !== undefined && { fallback }) });
      return data;
    },
  });
}
