import { and, eq, sql } from "drizzle-orm";

import type { Transaction } from "#core/server/database.ts";

import { gatheredComments } from "../tables.ts";

interface Recipient {
  personId: number;
  taskId: number;
}

/** Adds a comment to those gathered for a user. True if it is the first one. */
export async function gatherComment(
  tx: Transaction,
  { personId, taskId }: Recipient,
  commentId: string,
): Promise<boolean> {
  const { commentIds } = gatheredComments;
  const [row] = await tx
    .insert(gatheredComments)
    .values({ personId, taskId, commentIds: [commentId] })
    .onConflictDoUpdate({
      target: [gatheredComments.personId, gatheredComments.taskId],
      set: { commentIds: sql`${commentIds} || excluded.comment_ids` },
    })
    .returning({ comments: sql<number>`cardinality(${commentIds})` });
  return row?.comments === 1;
}

/** Deletes the row of a user and returns the ids of its comments; empty without one. */
export async function takeGathered(tx: Transaction, { personId, taskId }: Recipient): Promise<string[]> {
  const [taken] = await tx
    .delete(gatheredComments)
    .where(and(eq(gatheredComments.personId, personId), eq(gatheredComments.taskId, taskId)))
    .returning({ commentIds: gatheredComments.commentIds });
  return taken?.commentIds ?? [];
}

export async function deleteGathered(tx: Transaction, personId: number): Promise<void> {
  await tx.delete(gatheredComments).where(eq(gatheredComments.personId, personId));
}
