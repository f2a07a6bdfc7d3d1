import { useQuery } from "@tanstack/react-query";

import { previewPath } from "#core/paths.ts";
import { openComments } from "#modules/feedback/rules/comment-counts.ts";
import type { OpenComments } from "#modules/review/web/public/open-comments.tsx";

import { commentCountsQuery } from "../counts-queries.ts";

/** The open comments of a version with its requests, by default of the newest; null without any, and while not `wanted`. */
export function useOpenComments(
  taskId: number,
  { wanted, version }: { wanted: boolean; version?: number },
): OpenComments | null {
  const { data = [] } = useQuery({ ...commentCountsQuery(taskId), enabled: wanted });
  const counted = openComments(version ?? Number.POSITIVE_INFINITY, data);
  if (!counted) return null;
  const { open, notDone, first } = counted;
  return { open, notDone, path: previewPath(taskId, first.version, first.id) };
}
