import { endpointQuery } from "#core/web/endpoint-query.ts";
import { changesEndpoints } from "#modules/publishing/contract/changes.ts";
import type { VideoTexts } from "#modules/publishing/rules/details.ts";

import { type ChosenVisibility, chosenVisibility } from "../details/visibility-field.tsx";
import { progressKey } from "../query-keys.ts";

/** Changes of a published video. Realtime messages of the task refetch them. */
export function changesQuery(taskId: number) {
  const queryKey = [...progressKey, taskId, "changes"] as const;
  const { changes } = changesEndpoints;
  return { ...endpointQuery({ queryKey, endpoint: changes, input: { params: { taskId } } }), staleTime: 0 };
}

interface ChangedDetails {
  texts: VideoTexts;
  visibility: ChosenVisibility;
  thumbnail: File | null;
}

/** The form that saves changed details. */
export function changesForm({ texts, visibility, thumbnail }: ChangedDetails) {
  return {
    fields: { ...texts, tags: JSON.stringify(texts.tags), ...chosenVisibility(visibility) },
    files: { thumbnail: thumbnail ? [thumbnail] : [] },
  };
}
