import { queryOptions } from "@tanstack/react-query";

import { second } from "#core/time.ts";
import { call } from "#core/web/client.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";

import { previewKey } from "../query-keys.ts";

/** A version, or else the one to watch now, and its task. */
export function previewQuery(taskId: number, version?: number) {
  return queryOptions({
    queryKey: [...previewKey, taskId, ...(version === undefined ? [] : [version])] as const,
    queryFn: async ({ signal }) =>
      (
        await call(
          reviewEndpoints.preview,
          { params: { id: taskId }, query: { version } },
          { fallback: "Failed to fetch video preview url", signal },
        )
      ).data,
    // The screen does not request again what the page has requested before its scripts and the session, also on a slow line.
    // Realtime messages report changes.
    staleTime: 30 * second,
  });
}
