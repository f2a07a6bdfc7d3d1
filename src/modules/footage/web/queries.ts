import { infiniteQueryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";
import { endpointQuery } from "#core/web/endpoint-query.ts";

import { type fileOrders, footageEndpoints } from "../contract/files.ts";
import type { FootageKind } from "../rules/kinds.ts";
import { filesKey, filesOverviewKey } from "./query-keys.ts";

/** Milliseconds between requests of the overview while files are being verified. */
const verifyingInterval = 3000;
const filesPerPage = 100;

export function overviewQuery(taskId: number) {
  const query = endpointQuery({
    queryKey: [...filesOverviewKey, taskId] as const,
    endpoint: footageEndpoints.footageOverview,
    input: { params: { id: taskId } },
    fallback: "The files can't be loaded.",
  });
  const refetchInterval: NonNullable<typeof query.refetchInterval> = ({ state }) =>
    (state.data?.verifying.files ?? 0) > 0 ? verifyingInterval : false;
  return { ...query, refetchInterval };
}

/** Files of a folder, or of all folders with a search; null for what the creator's side has given. */
export interface FileFilter {
  deliveredBy: number | null;
  folder: string;
  search: string;
  kind: FootageKind | null;
  order: (typeof fileOrders)[number];
}

export function filesQuery(taskId: number, { deliveredBy, folder, search, kind, order }: FileFilter) {
  const query = {
    order,
    limit: filesPerPage,
    ...(search === "" ? { folder } : { search }),
    ...(search === "" && deliveredBy !== null && { deliveredBy }),
    ...(kind !== null && { kind }),
  };
  return infiniteQueryOptions({
    queryKey: [...filesKey, taskId, query] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        footageEndpoints.footageFiles,
        { params: { id: taskId }, query: { ...query, cursor: pageParam } },
        { signal, fallback: "The files can't be loaded." },
      ),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
}
