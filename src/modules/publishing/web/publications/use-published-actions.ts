import { useQuery } from "@tanstack/react-query";

import type { DeliveryProgress } from "#modules/publishing/contract/deliveries.ts";
import { mergedActions, type RecoveryAction } from "#modules/publishing/rules/recovery-actions.ts";

import { changesQuery } from "../changes/queries.ts";
import { detailsQuery } from "../details/queries.ts";

/** The parts of a published video's progress that can ask its creator to act, from top to bottom. */
type Part = "video" | "changes" | "additions";

interface PublishedActions {
  /** What the sections below the video ask for. */
  actions: RecoveryAction[];
  /** The part with the page's primary button; null if nothing is asked for. */
  primaryPart: Part | null;
}

/** What the progress of a published video asks its creator to do. */
export function usePublishedActions(taskId: number, { overdue }: DeliveryProgress): PublishedActions {
  const changes = useQuery(changesQuery(taskId)).data?.deliveries ?? [];
  const details = useQuery(detailsQuery(taskId)).data;
  const additions = [...(details?.captions ?? []), ...(details?.playlists ?? [])];
  const ofChanges = mergedActions(changes.map(({ recoveryActions }) => recoveryActions));
  const ofAdditions = mergedActions(
    additions.flatMap(({ targets }) => targets.map(({ recoveryActions }) => recoveryActions)),
  );
  const parts: [Part, boolean][] = [
    ["video", overdue],
    ["changes", ofChanges.length > 0],
    ["additions", ofAdditions.length > 0],
  ];
  const [primaryPart = null] = parts.find(([, asks]) => asks) ?? [];
  return { actions: mergedActions([ofChanges, ofAdditions]), primaryPart };
}
