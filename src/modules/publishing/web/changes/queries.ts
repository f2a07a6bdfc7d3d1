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

/** Saves changed details, which the server then sends. */
export async function saveChanges(taskId: number, { texts, visibility, thumbnail }: ChangedDetails) {
  const fields = { ...texts, tags: JSON.stringify(texts.tags), ...visibilityOf(visibility) };
  return call(changesEndpoints.saveChanges, {
    params: { taskId },
    form: { fields, files: { thumbnail: thumbnail ? [thumbnail] : [] } },
  });
}

export async function resendChanges(taskId: number) {
  return call(changesEndpoints.resendChanges, { params: { taskId } });
}
