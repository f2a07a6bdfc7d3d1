import { and, asc, eq, gt, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { isOneOf, prepared, type Reading, together, type Transaction } from "#core/server/database.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { commentCounters, type CommentRow, comments, frameStills } from "./tables.ts";

/** A comment with the still of its frame. */
export type ListedComment = CommentRow & { stillFileId: string | null };

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
  | "imageFileIds"
  | "mentions"
  | "createdAt"
>;

const placed = {
  taskId: sql.placeholder("taskId"),
  lastSequence: sql.placeholder("sequence"),
  lastChange: sql.placeholder("change"),
};
const storedCounters = prepared("store_comment_counters", (db: Transaction) =>
  db
    .insert(commentCounters)
    .values(placed)
    .onConflictDoUpdate({
      target: commentCounters.taskId,
      set: { lastSequence: sql`excluded.last_sequence`, lastChange: sql`excluded.last_change` },
    }),
);
const insertedComment = prepared("insert_comment", (db: Transaction) =>
  db.insert(comments).values({
    taskId: sql.placeholder("taskId"),
    sequence: sql.placeholder("sequence"),
    id: sql.placeholder("id"),
    change: sql.placeholder("change"),
    version: sql.placeholder("version"),
    parentId: sql.placeholder("parentId"),
    authorId: sql.placeholder("authorId"),
    guestId: sql.placeholder("guestId"),
    guestName: sql.placeholder("guestName"),
    inFrame: sql.placeholder("inFrame"),
    outFrame: sql.placeholder("outFrame"),
    text: sql.placeholder("text"),
    drawing: sql.placeholder("drawing"),
    imageFileIds: sql.placeholder("imageFileIds"),
    mentions: sql.placeholder("mentions"),
    createdAt: sql.placeholder("createdAt"),
  }),
);

/** Appends a comment to a locked task with the sequence and change number that follow its counters. */
export async function insertComment(
  tx: Transaction,
  { lastSequence, lastChange }: Counters,
  comment: NewComment,
): Promise<void> {
  const numbered = { ...comment, sequence: lastSequence + 1, change: lastChange + 1 };
  await together([storedCounters(tx).execute(numbered), insertedComment(tx).execute(numbered)]);
}

export type CommentChange = Partial<
  Omit<CommentRow, "taskId" | "sequence" | "id" | "change" | "version" | "parentId">
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

const commentById = prepared("comment", (db) =>
  db
    .select()
    .from(comments)
    .where(and(eq(comments.taskId, sql.placeholder("taskId")), eq(comments.id, sql.placeholder("id")))),
);

export async function findComment(tx: Reading, taskId: number, id: string): Promise<CommentRow | null> {
  const [row] = await commentById(tx).execute({ taskId, id });
  return row ?? null;
}

export interface Counters {
  lastSequence: number;
  lastChange: number;
}

const countersOfTask = prepared("comment_counters", (db) => {
  const { lastSequence, lastChange, taskId } = commentCounters;
  return db
    .select({ lastSequence, lastChange })
    .from(commentCounters)
    .where(eq(taskId, sql.placeholder("taskId")));
});

/** Both are 0 before the first comment. */
export async function findCounters(tx: Reading, taskId: number): Promise<Counters> {
  const [row] = await countersOfTask(tx).execute({ taskId });
  return row ?? { lastSequence: 0, lastChange: 0 };
}

const replies = alias(comments, "replies");
const parents = alias(comments, "parents");

/** A comment that is not deleted, or that still has replies. */
function shown(): SQL | undefined {
  const answered = sql`exists (select from ${comments} ${replies} where ${replies.taskId} = ${comments.taskId}
    and ${replies.parentId} = ${comments.id} and ${replies.deletedAt} is null)`;
  return or(isNull(comments.deletedAt), answered);
}

/** Comments and replies with the still of their frame; replies have none. */
function withStills(tx: Reading) {
  return tx
    .select({ comment: comments, stillFileId: frameStills.fileId })
    .from(comments)
    .leftJoin(
      frameStills,
      and(
        eq(frameStills.taskId, comments.taskId),
        eq(frameStills.version, comments.version),
        eq(frameStills.frame, comments.inFrame),
        isNull(comments.parentId),
      ),
    );
}

function toListed({
  comment,
  stillFileId,
}: {
  comment: CommentRow;
  stillFileId: string | null;
}): ListedComment {
  return { ...comment, stillFileId };
}

async function list(
  tx: Reading,
  where: SQL | undefined,
  order: SQL,
  limit: number,
): Promise<ListedComment[]> {
  return (await withStills(tx).where(where).orderBy(order).limit(limit)).map(toListed);
}

/** Shown comments and replies on a version after a sequence, in their order. */
export async function findOfVersion(
  tx: Reading,
  { taskId, version, after, limit }: { taskId: number; version: number; after: number; limit: number },
): Promise<ListedComment[]> {
  const { sequence } = comments;
  const own = and(eq(comments.taskId, taskId), eq(comments.version, version), gt(sequence, after));
  return list(tx, and(own, shown()), asc(sequence), limit);
}

/** Comments on one or all versions changed after a change number in the order of the changes, deleted ones included. */
export async function findChanges(
  tx: Reading,
  { taskId, version, after, limit }: { taskId: number; version?: number; after: number; limit: number },
): Promise<ListedComment[]> {
  const ofVersion = version === undefined ? undefined : eq(comments.version, version);
  const own = and(eq(comments.taskId, taskId), gt(comments.change, after), ofVersion);
  return list(tx, own, asc(comments.change), limit);
}

const listedByIds = prepared("listed_comments", (db) =>
  withStills(db)
    .where(and(eq(comments.taskId, sql.placeholder("taskId")), isOneOf(comments.id, sql.placeholder("ids"))))
    .orderBy(asc(comments.sequence)),
);

/** The comments with these ids. */
export async function findListed(
  tx: Reading,
  taskId: number,
  ids: readonly string[],
): Promise<ListedComment[]> {
  return (await listedByIds(tx).execute({ taskId, ids })).map(toListed);
}

/** Comments on versions before `before` that were open at `openAt`, with their replies. */
export async function findCarriedOver(
  tx: Reading,
  { taskId, before, openAt, limit }: { taskId: number; before: number; openAt: Date | null; limit: number },
): Promise<ListedComment[]> {
  const root = sql`coalesce(${comments.parentId}, ${comments.id})`;
  const resolvedLater = openAt === null ? sql`` : sql`or ${parents.resolvedAt} >= ${openAt.toISOString()}`;
  const open = sql`exists (select from ${comments} ${parents} where ${parents.taskId} = ${comments.taskId}
    and ${parents.id} = ${root} and ${parents.deletedAt} is null
    and (${parents.resolvedAt} is null ${resolvedLater}))`;
  const earlier = and(eq(comments.taskId, taskId), lte(comments.version, before - 1));
  return list(tx, and(earlier, isNull(comments.deletedAt), open), asc(comments.sequence), limit);
}

/** Comments of each version without replies and deleted ones. */
export async function countComments(tx: Reading, taskId: number) {
  const { version, parentId, deletedAt, resolvedAt } = comments;
  return tx
    .select({
      version,
      comments: sql<number>`count(*)::int`,
      open: sql<number>`count(*) filter (where ${isNull(resolvedAt)})::int`,
    })
    .from(comments)
    .where(and(eq(comments.taskId, taskId), isNull(parentId), isNull(deletedAt)))
    .groupBy(version)
    .orderBy(asc(version));
}

/** Whether the file is an image or still of a comment of the task, and the user is its creator or editor. */
export async function hasReadableFile(
  tx: Reading,
  { taskId, personId, fileId }: { taskId: number; personId: number; fileId: string },
): Promise<boolean> {
  const still = sql`exists (select from ${frameStills}
    where ${frameStills.taskId} = ${tasks.id} and ${frameStills.fileId} = ${fileId})`;
  const image = sql`exists (select from ${comments}
    where ${comments.taskId} = ${tasks.id} and ${fileId} = any(${comments.imageFileIds}))`;
  const [found] = await tx
    .select({ found: sql`1` })
    .from(tasks)
    .where(
      and(
        eq(tasks.id, taskId),
        or(eq(tasks.creatorId, personId), eq(tasks.editorId, personId)),
        or(still, image),
      ),
    );
  return found !== undefined;
}
