import { useQuery } from "@tanstack/react-query";

import { mergedActions, type RecoveryAction } from "../rules/recovery-actions.ts";
import { changesQuery } from "./changes/queries.ts";
import { detailsQuery } from "./details/queries.ts";

/** What the sections below a published video ask its creator to do. */
export function usePublishedActions(taskId: number): RecoveryAction[] {
  const changes = useQuery(changesQuery(taskId)).data?.deliveries ?? [];
  const details = useQuery(detailsQuery(taskId)).data;
  const additions = [...(details?.captions ?? []), ...(details?.playlists ?? [])];
  const targets = additions.flatMap((addition) => addition.targets);
  return mergedActions([...changes, ...targets].map(({ recoveryActions }) => recoveryActions));
}
