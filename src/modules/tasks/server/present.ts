import type { ReadContext } from "#core/server/context.ts";
import type { PersonCard } from "#modules/accounts/contract.ts";
import { cardsOf } from "#modules/accounts/server/actions.ts";
import { fileAddresses, posterAddresses } from "#modules/media/server/actions.ts";

import type { Task } from "../contract.ts";
import { isCompleted, ownerOfTask } from "../rules.ts";
import type { TaskRow } from "./store.ts";

/**
 * Rows as both people see them: files, posters, and people who are not known already are each asked for once for the
 * whole list.
 */
export async function presentTasks(
  ctx: ReadContext,
  rows: readonly TaskRow[],
  known?: ReadonlyMap<number, PersonCard>,
): Promise<Task[]> {
  const people =
    known ?? (await cardsOf(ctx, distinct(rows.flatMap((row) => [row.creatorId, row.editorId]))));
  const files = await fileAddresses(
    ctx,
    new Map(rows.flatMap((row) => filesOf(row).map((id) => [id, ownerOfTask(row.id)]))),
  );
  const posters = await posterAddresses(ctx, distinct(rows.map((row) => row.shownVideoId)));
  return rows.map((row) => ({
    id: row.id,
    taskTitle: row.taskTitle,
    workDescription: row.workDescription,
    deadline: row.deadline.toISOString(),
    isCompleted: isCompleted(row.stage),
    stage: row.stage,
    editor: cardOf(people, row.editorId),
    youtuber: cardOf(people, row.creatorId),
    title: row.title,
    description: row.description,
    madeForKids: row.madeForKids,
    tags: row.tags,
    thumbnail: addressOf(files, row.thumbnailFileId),
    attachments: row.attachmentFileIds.flatMap((id) => addressOf(files, id) ?? []),
    version: row.version,
    arrival: row.arrival,
    reviewEndsAt: row.reviewEndsAt?.toISOString() ?? null,
    posterUrl: addressOf(posters, row.shownVideoId),
    feedback: row.feedback,
    publishFailed: row.publishFailed,
    watchUrl: row.watchUrl,
    stars: row.stars,
    ratedAt: row.ratedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}

/** A task's stored files: attachments and thumbnail. */
export function filesOf(row: Pick<TaskRow, "attachmentFileIds" | "thumbnailFileId">): string[] {
  return row.thumbnailFileId ? [...row.attachmentFileIds, row.thumbnailFileId] : row.attachmentFileIds;
}

function addressOf(addresses: ReadonlyMap<string, string>, id: string | null): string | null {
  return id === null ? null : (addresses.get(id) ?? null);
}

function cardOf(people: ReadonlyMap<number, PersonCard>, id: number): PersonCard {
  const card = people.get(id);
  if (!card) throw new Error(`Person ${id} of a task is missing.`);
  return card;
}

function distinct<T>(list: readonly (T | null)[]): T[] {
  return [...new Set(list.filter((item) => item !== null))];
}
