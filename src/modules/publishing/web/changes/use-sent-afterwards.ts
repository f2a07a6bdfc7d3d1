import { useQuery } from "@tanstack/react-query";

import type { PublishDetails } from "#modules/publishing/contract/details.ts";
import type { OperationProgress } from "#modules/publishing/contract/operations.ts";
import { languageName } from "#modules/publishing/rules/languages.ts";

import { detailsQuery } from "../details/queries.ts";
import { changesQuery } from "./queries.ts";

/** Something that follows the video, at one destination. */
export interface SentAfterwards extends OperationProgress {
  id: string;
  /** Captions or a playlist; null for details. */
  addition: { what: string; label: string } | null;
}

/** Operations that follow a published video to its destinations: details, then captions and playlists. */
export function useSentAfterwards(taskId: number): SentAfterwards[] {
  const changes = useQuery(changesQuery(taskId)).data?.deliveries ?? [];
  const details = useQuery(detailsQuery(taskId)).data;
  return [
    ...changes.map((operation) => Object.assign({ id: operation.deliveryId, addition: null }, operation)),
    ...(details ? listAdditions(details) : []),
  ];
}

function listAdditions({ captions, playlists }: PublishDetails): SentAfterwards[] {
  const all = [
    ...captions.map(({ id, language, name, targets }) => {
      const label = name ? `${languageName(language)}, ${name}` : languageName(language);
      return { id, addition: { what: "Captions", label }, targets };
    }),
    ...playlists.map(({ id, title, targets }) => {
      return { id, addition: { what: "Playlist", label: title }, targets };
    }),
  ];
  return all.flatMap(({ id, addition, targets }) =>
    targets.map((target) => Object.assign({ id: `${id} ${target.deliveryId}`, addition }, target)),
  );
}

/** The operation whose problem has the primary button. */
export function leadingProblem<O extends OperationProgress>(operations: readonly O[]): O | undefined {
  return operations.find(({ recoveryActions }) => recoveryActions.length > 0);
}

/** The operations whose problems are shown: each problem once per part and destination. */
export function withProblems<O extends OperationProgress>(operations: readonly O[]): O[] {
  const latest = new Map<string, O>();
  for (const operation of operations) {
    const { part, deliveryId, problem } = operation;
    const key = `${part} ${deliveryId} ${problem}`;
    if (problem !== null && !latest.has(key)) latest.set(key, operation);
  }
  return [...latest.values()];
}
