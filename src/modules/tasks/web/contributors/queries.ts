import { endpointQuery } from "#core/web/endpoint-query.ts";
import { contributorsEndpoints } from "#modules/tasks/contract/contributors.ts";

import { contributorsKey } from "../query-keys.ts";

/** The contributors of a task. */
export function contributorsQuery(id: number) {
  return endpointQuery({
    queryKey: [...contributorsKey, id] as const,
    endpoint: contributorsEndpoints.contributors,
    input: { params: { id } },
    fallback: "The contributors couldn't be loaded.",
  });
}
