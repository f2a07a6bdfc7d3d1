import { and, eq, sql } from "drizzle-orm";

import { prepared, type Transaction } from "#core/server/database.ts";

import { gatheredComments } from "../tables.ts";

interface Recipient {
  personId: number;
  taskId: number;
}

const gathered = prepared("gather_comment", (db: Transaction) => {
  const { personId, taskId, commentIds } = gatheredComments;
  return db
    .insert(gatheredComments)
    .values({
      personId: sql.placeholder("personId"),
      taskId: sql.placeholder("taskId"),
      commentIds: sql`array[${sql.placeholder("commentId")}::uuid]`,
    })
    .onConflictDoUpdate({
      target: [personId, taskId],
      set: { commentIds: sql`${commentIds} || excluded.comment_ids` },
    })
    .returning({ comments: sql<number>`cardinality(${commentIds})` });
});

/** Adds a comment to those gathered for a user. True if it is the first one. */
export async function gatherComment(
  tx: Transaction,
  { personId, taskId }: Recipient,
  commentId: string,
): Promise<boolean> {
  const [row] = await gathered(tx).execute({ personId, taskId, commentId });
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
