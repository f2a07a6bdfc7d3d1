import { and, asc, eq, getTableColumns, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { cutPage } from "#core/server/cut-page.ts";
import { isOneOf, prepared, type Reading } from "#core/server/database.ts";

import { type ListedComment, onFrame, toListed } from "./queries.ts";
import { comments, frameStills } from "./tables.ts";

/** Comments of one page, and whether more follow. */
export interface CommentPage {
  rows: ListedComment[];
  more: boolean;
}

const replies = alias(comments, "replies");

/** A comment that is not deleted, or that still has replies. */
function shown(): SQL | undefined {
  const answered = sql`exists (select from ${comments} ${replies} where ${replies.taskId} = ${comments.taskId}
    and ${replies.parentId} = ${comments.id} and ${replies.deletedAt} is null)`;
  return or(isNull(comments.deletedAt), answered);
}

/** Text, note and drawing, and what a comment has besides them: its fields, reactions and a signed URL for each image. */
function bytesOfComment({ comment: { text, doneNote, drawingBytes, imageFileIds } }: CommentOfPage): number {
  return Buffer.byteLength(text + (doneNote ?? "")) + drawingBytes + 1000 + 300 * imageFileIds.length;
}

const ofTask = eq(comments.taskId, sql.placeholder("taskId"));
const ofVersion = eq(comments.version, sql.placeholder("version"));

/** Comments with their replies on versions before `before` that were open at `openAt`; null for now. */
function carriedOver(): SQL | undefined {
  const { id, sequence, parentId, deletedAt, resolvedAt } = comments;
  const open = sql`select ${id}, ${sequence} from ${comments} where ${ofTask} and ${parentId} is null and ${deletedAt} is null
    and (${resolvedAt} is null or ${resolvedAt} >= ${sql.placeholder("openAt")}::timestamptz)`;
  const withReplies = sql`with open as materialized (${open}) select sequence from open
    union all select ${replies.sequence} from open join ${comments} ${replies}
      on ${replies.taskId} = ${sql.placeholder("taskId")} and ${replies.parentId} = open.id`;
  return and(
    sql`${comments.version} < ${sql.placeholder("before")}`,
    isNull(deletedAt),
    sql`${sequence} = any(array(${withReplies}))`,
  );
}

/** The pages of comments: their rows and order. */
const listings = {
  ofVersion: () => ({ where: and(ofVersion, shown()), key: comments.sequence }),
  carriedOver: () => ({ where: carriedOver(), key: comments.sequence }),
  changes: () => ({ where: undefined, key: comments.change }),
  changesOfVersion: () => ({ where: ofVersion, key: comments.change }),
};

const { drawing, ...columns } = getTableColumns(comments);

/** Without drawings, which are read of a page only: they can have 64 KB each. */
const commentRows = prepared("comment_rows", (db, listing: keyof typeof listings) => {
  const { where, key } = listings[listing]();
  return db
    .select({ comment: columns, stillFileId: frameStills.fileId })
    .from(comments)
    .leftJoin(frameStills, onFrame)
    .where(and(ofTask, gt(key, sql.placeholder("after")), where))
    .orderBy(asc(key))
    .limit(sql.placeholder("limit"));
});
type CommentOfPage = Awaited<ReturnType<ReturnType<typeof commentRows>["execute"]>>[number];

const drawingsBySequence = prepared("comment_drawings", (db) =>
  db
    .select({ sequence: comments.sequence, drawing })
    .from(comments)
    .where(and(ofTask, isOneOf(comments.sequence, sql.placeholder("sequences")))),
);

async function page(
  tx: Reading,
  listing: keyof typeof listings,
  { taskId, limit, ...values }: PageAfter & { version?: number; before?: number; openAt?: string | null },
  withDrawings = true,
): Promise<CommentPage> {
  const read = await commentRows(tx, listing).execute({ ...values, taskId, limit: limit + 1 });
  const bytesOf = (row: CommentOfPage) => bytesOfComment(row) - (withDrawings ? 0 : row.comment.drawingBytes);
  const { rows, more } = cutPage(read, { limit, bytesOf });
  const sequences = rows.flatMap(({ comment }) =>
    withDrawings && comment.drawingBytes > 0 ? comment.sequence : [],
  );
  const drawn = sequences.length === 0 ? [] : await drawingsBySequence(tx).execute({ taskId, sequences });
  const drawings = new Map(drawn.map((row) => [row.sequence, row.drawing]));
  return {
    rows: rows.map(({ comment, stillFileId }) =>
      toListed({ comment: { ...comment, drawing: drawings.get(comment.sequence) ?? null }, stillFileId }),
    ),
    more,
  };
}

export interface PageAfter {
  taskId: number;
  /** `sequence` or `change` of the last comment of the previous page. */
  after: number;
  limit: number;
}

/** Shown comments and replies on a version after a sequence, in their order. Without `drawings`, these are not read. */
export async function findOfVersion(
  tx: Reading,
  { drawings, ...of }: PageAfter & { version: number; drawings?: boolean },
): Promise<CommentPage> {
  return page(tx, "ofVersion", of, drawings);
}

/** Comments on one or all versions changed after a change number in the order of the changes, deleted ones included. */
export async function findChanges(tx: Reading, of: PageAfter & { version?: number }): Promise<CommentPage> {
  return page(tx, of.version === undefined ? "changes" : "changesOfVersion", of);
}

/** Comments after a sequence on versions before `before` that were open at `openAt`, with their replies. */
export async function findCarriedOver(
  tx: Reading,
  { openAt, ...of }: PageAfter & { before: number; openAt: Date | null },
): Promise<CommentPage> {
  return page(tx, "carriedOver", { ...of, openAt: openAt?.toISOString() ?? null });
}
