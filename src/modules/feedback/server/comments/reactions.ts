import { and, asc, eq, inArray } from "drizzle-orm";

import { type Reading, type Transaction } from "#core/server/database.ts";

import { commentReactions, type ReactionRow } from "../tables.ts";

/** Reactions to these comments of a task. */
export async function findReactions(
  tx: Reading,
  taskId: number,
  ids: readonly string[],
): Promise<ReactionRow[]> {
  if (ids.length === 0) return [];
  const { commentId, personId } = commentReactions;
  return tx
    .select()
    .from(commentReactions)
    .where(and(eq(commentReactions.taskId, taskId), inArray(commentId, [...ids])))
    .orderBy(asc(commentId), asc(personId));
}

/** False if the user has already reacted in this way. */
export async function addReaction(tx: Transaction, reaction: ReactionRow): Promise<boolean> {
  const added = await tx.insert(commentReactions).values(reaction).onConflictDoNothing().returning();
  return added.length > 0;
}

/** False if there was no such reaction. */
export async function removeReaction(tx: Transaction, reaction: ReactionRow): Promise<boolean> {
  const { taskId, commentId, personId, emoji } = commentReactions;
  const removed = await tx
    .delete(commentReactions)
    .where(
      and(
        eq(taskId, reaction.taskId),
        eq(commentId, reaction.commentId),
        eq(personId, reaction.personId),
        eq(emoji, reaction.emoji),
      ),
    )
    .returning();
  return removed.length > 0;
}

export async function removeReactionsTo(tx: Transaction, taskId: number, id: string): Promise<void> {
  const { commentId } = commentReactions;
  await tx.delete(commentReactions).where(and(eq(commentReactions.taskId, taskId), eq(commentId, id)));
}
