import { and, asc, eq, inArray, isNull, max, ne, or, sql } from "drizzle-orm";

import { type Reading, together, type Transaction } from "#core/server/database.ts";
import { visibleTo } from "#modules/tasks/server/access/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { commentCounters, type CommentRow, comments, frameStills } from "../tables.ts";

type NewComment = Pick<
  CommentRow,
  | "taskId"
  | "id"
  | "version"
  | "parentId"
  | "authorId"
  | "guestId"
  | "guestName"
  | "inFrame"
  | "outFrame"
  | "text"
  | "drawing"
  | "view"
  | "imageFileIds"
  | "mentions"
  | "createdAt"
>;

/** A comment with the still of its frame. */
export type ListedComment = CommentRow & { stillFileId: string | null };

/** The still of a comment's frame; replies have none. */
export const onFrame = and(
  eq(frameStills.taskId, comments.taskId),
  eq(frameStills.version, comments.version),
  eq(frameStills.frame, comments.inFrame),
  isNull(comments.parentId),
);

export function toListed({
  comment,
  stillFileId,
}: {
  comment: CommentRow;
  stillFileId: string | null;
}): ListedComment {
  return { ...comment, stillFileId };
}

/** The comments with these ids. */
export async function findListed(
  tx: Reading,
  taskId: number,
  ids: readonly string[],
): Promise<ListedComment[]> {
  const rows = await tx
    .select({ comment: comments, stillFileId: frameStills.fileId })
    .from(comments)
    .leftJoin(frameStills, onFrame)
    .where(and(eq(comments.taskId, taskId), inArray(comments.id, [...ids])))
    .orderBy(asc(comments.sequence));
  return rows.map(toListed);
}

/** Appends a comment to a locked task with the sequence and change number that follow its counters, and returns it. */
export async function insertComment(
  tx: Transaction,
  { lastSequence, lastChange }: Counters,
  comment: NewComment,
): Promise<ListedComment> {
  const next = { lastSequence: lastSequence + 1, lastChange: lastChange + 1 };
  await together([
    tx
      .insert(commentCounters)
      .values({ taskId: comment.taskId, ...next })
      .onConflictDoUpdate({ target: commentCounters.taskId, set: next }),
    tx.insert(comments).values({ ...comment, sequence: next.lastSequence, change: next.lastChange }),
  ]);
  const [stored] = await findListed(tx, comment.taskId, [comment.id]);
  if (!stored) throw new Error("The comment was not stored.");
  return stored;
}

export type CommentChange = Partial<
  Omit<CommentRow, "taskId" | "sequence" | "id" | "change" | "version" | "parentId" | "drawingBytes">
>;

/** Changes a comment of a locked task and gives it the next change number. */
export async function changeComment(
  tx: Transaction,
  { taskId, sequence }: Pick<CommentRow, "taskId" | "sequence">,
  changed: CommentChange,
): Promise<CommentRow> {
  const change = await advanceChange(tx, taskId, 1);
  const [row] = await tx
    .update(comments)
    .set({ ...changed, change })
    .where(and(eq(comments.taskId, taskId), eq(comments.sequence, sequence)))
    .returning();
  if (!row) throw new Error("The comment was not changed.");
  return row;
}

/** Advances the change number of a locked task with comments, and returns it. */
async function advanceChange(tx: Transaction, taskId: number, by: number): Promise<number> {
  const [next] = await tx
    .update(commentCounters)
    .set({ lastChange: sql`${commentCounters.lastChange} + ${by}` })
    .where(eq(commentCounters.taskId, taskId))
    .returning({ change: commentCounters.lastChange });
  if (!next) throw new Error(`Task ${taskId} has no comments.`);
  return next.change;
}

/** Gives each of these comments of a locked task the next change number; returns the last one. */
export async function renumber(tx: Transaction, taskId: number, ids: readonly string[]): Promise<number> {
  const last = await advanceChange(tx, taskId, ids.length);
  const first = last - ids.length;
  await tx
    .update(comments)
    .set({ change: sql`${first} + array_position(${sql.param(ids)}::uuid[], ${comments.id})` })
    .where(and(eq(comments.taskId, taskId), sql`${comments.id} = any(${sql.param(ids)}::uuid[])`));
  return last;
}

export async function findComment(tx: Reading, taskId: number, id: string): Promise<CommentRow | null> {
  const [row] = await tx
    .select()
    .from(comments)
    .where(and(eq(comments.taskId, taskId), eq(comments.id, id)));
  return row ?? null;
}

export type WrittenComment = Pick<
  CommentRow,
  "id" | "parentId" | "version" | "authorId" | "guestId" | "guestName" | "text" | "inFrame"
>;

/** The comments and replies of a task with these ids that are not deleted, in the order they were written. */
export async function findWritten(
  tx: Reading,
  taskId: number,
  ids: readonly string[],
): Promise<WrittenComment[]> {
  const { id, parentId, version, authorId, guestId, guestName, text, inFrame } = comments;
  return tx
    .select({ id, parentId, version, authorId, guestId, guestName, text, inFrame })
    .from(comments)
    .where(and(eq(comments.taskId, taskId), inArray(id, [...ids]), isNull(comments.deletedAt)))
    .orderBy(asc(comments.sequence));
}

export interface Counters {
  lastSequence: number;
  lastChange: number;
}

/** Both are 0 before the first comment. */
export async function findCounters(tx: Reading, taskId: number): Promise<Counters> {
  const { lastSequence, lastChange } = commentCounters;
  const [row] = await tx
    .select({ lastSequence, lastChange })
    .from(commentCounters)
    .where(eq(commentCounters.taskId, taskId));
  return row ?? { lastSequence: 0, lastChange: 0 };
}

/** Open comments of each version that has any, without replies. */
export async function countOpen(tx: Reading, taskId: number) {
  const { id, version, parentId, deletedAt, resolvedAt, doneAt, inFrame, sequence } = comments;
  return tx
    .select({
      version,
      open: sql<number>`count(*)::int`,
      notDone: sql<number>`count(*) filter (where ${doneAt} is null)::int`,
      firstOpenId: sql<string>`(array_agg(${id} order by ${doneAt} is not null, ${inFrame}, ${sequence}))[1]`,
    })
    .from(comments)
    .where(and(eq(comments.taskId, taskId), isNull(parentId), isNull(deletedAt), isNull(resolvedAt)))
    .groupBy(version)
    .orderBy(asc(version));
}

/** Bytes of the texts and drawings of all comments and replies on a version but the one with this id. */
export async function sumOtherBytes(
  tx: Reading,
  { taskId, version, id }: Pick<CommentRow, "taskId" | "version" | "id">,
): Promise<number> {
  const { text, drawingBytes } = comments;
  const [row] = await tx
    .select({ bytes: sql`coalesce(sum(octet_length(${text}) + ${drawingBytes}), 0)`.mapWith(Number) })
    .from(comments)
    .where(and(eq(comments.taskId, taskId), eq(comments.version, version), ne(comments.id, id)));
  return row?.bytes ?? 0;
}

/** The last frame that a comment on a version is on; -1 without comments. */
export async function findLastFrame(tx: Reading, taskId: number, version: number): Promise<number> {
  const [row] = await tx
    .select({ last: max(comments.outFrame) })
    .from(comments)
    .where(and(eq(comments.taskId, taskId), eq(comments.version, version)));
  return row?.last ?? -1;
}

/** Whether the file is an image or still of a comment of the task, and the user has access to it. */
export async function hasReadableFile(
  tx: Reading,
  { taskId, personId, fileId }: { taskId: number; personId: number; fileId: string },
): Promise<boolean> {
  const still = sql`exists (select from ${frameStills}
    where ${frameStills.taskId} = ${tasks.id} and ${frameStills.fileId} = ${fileId})`;
  const image = sql`exists (select from ${comments}
    where ${comments.taskId} = ${tasks.id} and ${fileId} = any(${comments.imageFileIds}))`;
  const [row] = await tx
    .select({ found: sql`1` })
    .from(tasks)
    .where(and(eq(tasks.id, taskId), visibleTo(personId), or(still, image)));
  return row !== undefined;
}
