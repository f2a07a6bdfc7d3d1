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
  const shown = named === undefined ? latest.data : undefined;
  const number = shown?.version?.number ?? 0;
  const before = watched?.version?.number ?? 0;
  const holds = shown !== undefined && isPlayable(watched?.playback ?? null) && number > before;
  if (!holds && watched !== shown) setWatched(shown);
  const held = useQuery({
    ...previewQuery(taskId, before),
    enabled: holds,
    placeholderData: watched,
  });
  if (!holds) return { preview: latest, newer: null };
  return { preview: held, newer: { number, watch: () => setWatched(shown) } };
}
