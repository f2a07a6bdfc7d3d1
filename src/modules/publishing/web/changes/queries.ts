import { queryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";
import { changesEndpoints, type PublishedChanges } from "#modules/publishing/contract/changes.ts";
import type { VideoTexts } from "#modules/publishing/rules/details.ts";

import { type ChosenVisibility, visibilityOf } from "../details/visibility-field.tsx";
import { progressKey } from "../query-keys.ts";

/** Changes of a published video. Realtime messages of the task refetch them. */
export function changesQuery(taskId: number) {
  return queryOptions({
    queryKey: [...progressKey, taskId, "changes"] as const,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<PublishedChanges> =>
      (await call(changesEndpoints.changes, { params: { taskId } }, { signal })).data,
  });
}

interface ChangedDetails {
  texts: VideoTexts;
  visibility: ChosenVisibility;
  thumbnail: File | null;
}

/** The form that saves changed details. */
export function changesForm({ texts, visibility, thumbnail }: ChangedDetails) {
  return {
    fields: { ...texts, tags: JSON.stringify(texts.tags), ...visibilityOf(visibility) },
    files: { thumbnail: thumbnail ? [thumbnail] : [] },
  };
}
