import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";

import { isPlayable } from "#modules/media/rules/playback.ts";
import type { Preview } from "#modules/review/contract/versions.ts";
import { previewQuery } from "#modules/review/web/public/preview-query.ts";

import { usePreviewPosition } from "../public/use-preview-position.ts";

interface WatchedPreview {
  preview: UseQueryResult<Preview>;
  /** A newer version that is ready, and how to watch it instead; null while the newest one is shown. */
  newer: NewerVersion | null;
}

export interface NewerVersion {
  number: number;
  watch: () => void;
}

/** The preview of the version that the URL names, otherwise of the newest: a version that can be watched stays when a newer one is ready. */
export function useWatchedPreview(taskId: number): WatchedPreview {
  const { version: named } = usePreviewPosition();
  const latest = useQuery(previewQuery(taskId, named));
  const [watched, setWatched] = useState<Preview>();
  const newest = named === undefined ? latest.data : undefined;
  const newestNumber = newest?.version?.number ?? 0;
  const watchedNumber = watched?.version?.number ?? 0;
  const staysOnWatched = isPlayable(watched?.playback ?? null) && newestNumber > watchedNumber;
  if (!staysOnWatched && watched !== newest) setWatched(newest);
  const preview = useQuery({
    ...previewQuery(taskId, watchedNumber),
    enabled: staysOnWatched,
    placeholderData: watched,
  });
  if (!staysOnWatched) return { preview: latest, newer: null };
  return { preview, newer: { number: newestNumber, watch: () => setWatched(newest) } };
}
