import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { commentReactions, comments } from "../tables.ts";

/** Comments and replies that a user has written in a task after a sequence, oldest first. */
export async function findWrittenInTask(
  tx: Reading,
  query: { taskId: number; personId: number; after: number; limit: number },
) {
  const { taskId, sequence, version, inFrame, outFrame, text, drawing, view } = comments;
  const { imageFileIds, createdAt, editedAt, authorId, deletedAt } = comments;
  return tx
    .select({
      taskId,
      sequence,
      version,
      inFrame,
      outFrame,
      text,
      drawing,
      view,
      imageFileIds,
      createdAt,
      editedAt,
    })
    .from(comments)
    .where(
      and(
        eq(taskId, query.taskId),
        gt(sequence, query.after),
        eq(authorId, query.personId),
        isNull(deletedAt),
      ),
    )
    .orderBy(asc(sequence))
    .limit(query.limit);
}
export type WrittenComment = Awaited<ReturnType<typeof findWrittenInTask>>[number];

/** Ids of the tasks in which a user has written, in their order. */
export async function findCommentedTasks(tx: Reading, personId: number): Promise<number[]> {
  const { taskId, authorId, deletedAt } = comments;
  const rows = await tx
    .select({ taskId })
    .from(comments)
    .where(and(eq(authorId, personId), isNull(deletedAt)))
    .groupBy(taskId)
    .orderBy(asc(taskId));
  return rows.map((row) => row.taskId);
}

/** Ids of the tasks in which a user has written or reacted, in their order. */
export async function findPersonTasks(tx: Transaction, personId: number): Promise<number[]> {
  const written = await tx
    .selectDistinct({ taskId: comments.taskId })
    .from(comments)
    .where(and(eq(comments.authorId, personId), isNull(comments.deletedAt)));
  const reacted = await tx
    .selectDistinct({ taskId: commentReactions.taskId })
    .from(commentReactions)
    .where(eq(commentReactions.personId, personId));
  return [...new Set([...written, ...reacted].map(({ taskId }) => taskId))].toSorted((a, b) => a - b);
}

/** Empties the comments of a user in a locked task and removes their reactions. */
export async function clearPersonComments(
  tx: Transaction,
  { taskId, personId, now }: { taskId: number; personId: number; now: Date },
): Promise<{ changedIds: string[]; fileIds: string[] }> {
  const reacted = await tx
    .delete(commentReactions)
    .where(and(eq(commentReactions.taskId, taskId), eq(commentReactions.personId, personId)))
    .returning({ id: commentReactions.commentId });
  const byPerson = and(
    eq(comments.taskId, taskId),
    eq(comments.authorId, personId),
    isNull(comments.deletedAt),
  );
  const { id, imageFileIds } = comments;
  const written = await tx.select({ id, imageFileIds }).from(comments).where(byPerson);
  await tx
    .update(comments)
    .set({ text: "", drawing: null, view: null, imageFileIds: [], mentions: sql`'{}'`, deletedAt: now })
    .where(byPerson);
  return {
    changedIds: [...new Set([...reacted, ...written].map((row) => row.id))],
    fileIds: written.flatMap((row) => row.imageFileIds),
  };
}
