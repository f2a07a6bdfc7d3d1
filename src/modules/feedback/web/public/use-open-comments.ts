import { useQuery, useQueryClient } from "@tanstack/react-query";

import type { ResponseOf } from "#core/endpoint.ts";
import { previewPath } from "#core/paths.ts";
import type { countEndpoints } from "#modules/feedback/contract/counts.ts";
import { openComments } from "#modules/feedback/rules/comment-counts.ts";
import type { OpenComments } from "#modules/review/web/public/open-comments.tsx";

import { commentCountsQuery } from "../counts-queries.ts";

/** The open comments of a task's newest version with its requests; null without any, and while not `wanted`. */
export function useOpenComments(taskId: number, { wanted }: { wanted: boolean }): OpenComments | null {
  const { data = [] } = useQuery({ ...commentCountsQuery(taskId), enabled: wanted });
  return present(taskId, Number.POSITIVE_INFINITY, data);
}

/** A function that requests the open comments of a version with its requests; null without any. */
export function useCountOpenComments(taskId: number, version: number): () => Promise<OpenComments | null> {
  const queries = useQueryClient();
  return async () => {
    const counts = await queries.fetchQuery({ ...commentCountsQuery(taskId), staleTime: 0 });
    return present(taskId, version, counts);
  };
}

function present(
  taskId: number,
  version: number,
  counts: ResponseOf<(typeof countEndpoints)["commentCounts"]>,
): OpenComments | null {
  const summary = openComments(version, counts);
  if (!summary) return null;
  const { open, notDone, first } = summary;
  return { open, notDone, path: previewPath(taskId, first.version, first.id) };
}
