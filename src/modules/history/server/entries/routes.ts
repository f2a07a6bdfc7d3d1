import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { ReadContext } from "#core/server/context.ts";
import type { HistoryEntry, historyEndpoints } from "#modules/history/contract/history.ts";
import { isForCreator } from "#modules/history/rules/kinds.ts";
import { historyText } from "#modules/history/rules/texts.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import { taskFor } from "#modules/tasks/server/public/tasks.ts";

import { listEntries } from "./queries.ts";

export function historyHandlers(): Handlers<typeof historyEndpoints> {
  return { history: async ({ read, params }) => read((ctx) => taskHistory(ctx, params.id)) };
}

/** The history of a task; 404 without access to it. */
async function taskHistory(ctx: ReadContext, taskId: number): Promise<HistoryEntry[]> {
  const task = await taskFor(ctx, taskId, "view");
  const entries = await listEntries(ctx.tx, taskId);
  const people = await personCards(ctx, [
    ...new Set([task.creatorId, ...entries.flatMap(({ personId }) => personId ?? [])]),
  ]);
  return entries.map(({ sequence, kind, at, personId, version, count, requiredApprovals }) => ({
    sequence,
    kind,
    text: historyText({ kind, version, count, requiredApprovals }),
    version,
    count,
    at: at.toISOString(),
    by: personId === null ? null : (people.get(personId)?.name ?? null),
    for: isForCreator({ kind, personId }, task) ? (people.get(task.creatorId)?.name ?? null) : null,
  }));
}
