import { useQuery } from "@tanstack/react-query";

import { type DestinationKind, leadingKind } from "#modules/publishing/platforms/platforms.ts";

import { choiceQuery } from "./queries.ts";

/** The kinds of destinations that a task is published to; the default until they are known or chosen. */
export function useKinds(taskId: number | null): readonly DestinationKind[] {
  const { data } = useQuery({
    ...choiceQuery(taskId ?? 0),
    enabled: taskId !== null,
  });
  const chosen = data?.destinations.filter(({ id }) => data.chosen.includes(id)) ?? [];
  return chosen.length > 0 ? chosen.map(({ kind }) => kind) : [leadingKind];
}
