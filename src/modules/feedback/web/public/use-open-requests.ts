import { useQuery } from "@tanstack/react-query";

import { previewPath } from "#core/paths.ts";
import { openRequests } from "#modules/feedback/rules/open-requests.ts";
import type { OpenRequests } from "#modules/review/web/public/open-requests.tsx";

import { commentCountsQuery } from "../counts-queries.ts";

/** The open comments on the versions of a task up to one, by default on all; null without any, and while not `wanted`. */
export function useOpenRequests(
  taskId: number,
  { wanted, version }: { wanted: boolean; version?: number },
): OpenRequests | null {
  const { data = [] } = useQuery({ ...commentCountsQuery(taskId), enabled: wanted });
  const requests = openRequests(version ?? Number.POSITIVE_INFINITY, data);
  if (!requests) return null;
  const { open, notDone, first } = requests;
  return { open, notDone, path: previewPath(taskId, first.version, first.id) };
}
