import { and, asc, eq, getTableColumns, gt, gte, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { cutPage } from "#core/server/cut-page.ts";
import type { Reading } from "#core/server/database.ts";

import { type ListedComment, onFrame, toListed } from "./queries.ts";
import { type CommentRow, comments, frameStills } from "./tables.ts";

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

/** Comments with their replies on versions before `before` that were open at `openAt`; null for now. */
function carriedOver({ taskId, before, openAt }: { taskId: number; before: number; openAt: Date | null }) {
  const { id, sequence, parentId, deletedAt, resolvedAt } = comments;
  const open = sql`select ${id}, ${sequence} from ${comments} where ${comments.taskId} = ${taskId} and ${parentId} is null and ${deletedAt} is null
    and ${or(isNull(resolvedAt), openAt ? gte(resolvedAt, openAt) : undefined)}`;
  const withReplies = sql`with open as materialized (${open}) select sequence from open
    union all select ${replies.sequence} from open join ${comments} ${replies}
      on ${replies.taskId} = ${taskId} and ${replies.parentId} = open.id`;
  return and(lt(comments.version, before), isNull(deletedAt), sql`${sequence} = any(array(${withReplies}))`);
}

/** The rows of a page of comments, and their order. */
interface Listing {
  key: typeof comments.sequence | typeof comments.change;
  where: SQL | undefined;
}

const { drawing, ...columns } = getTableColumns(comments);

/** Without drawings, which are read of a page only: they can have 64 KB each. */
async function commentRows(tx: Reading, { taskId, after, limit }: PageAfter, { key, where }: Listing) {
  return tx
    .select({ comment: columns, stillFileId: frameStills.fileId })
    .from(comments)
    .leftJoin(frameStills, onFrame)
    .where(and(eq(comments.taskId, taskId), gt(key, after), where))
    .orderBy(asc(key))
    .limit(limit);
}
type CommentOfPage = Awaited<ReturnType<typeof commentRows>>[number];

async function page(
  tx: Reading,
  { taskId, after, limit }: PageAfter,
  listing: Listing,
  withDrawings = true,
): Promise<CommentPage> {
  const read = await commentRows(tx, { taskId, after, limit: limit + 1 }, listing);
  const bytesOf = (row: CommentOfPage) => bytesOfComment(row) - (withDrawings ? 0 : row.comment.drawingBytes);
  const { rows, more } = cutPage(read, { limit, bytesOf });
  const sequences = rows.flatMap(({ comment }) =>
    withDrawings && comment.drawingBytes > 0 ? comment.sequence : [],
  );
  const drawings = await findDrawings(tx, taskId, sequences);
  return {
    rows: rows.map(({ comment, stillFileId }) =>
      toListed({ comment: { ...comment, drawing: drawings.get(comment.sequence) ?? null }, stillFileId }),
    ),
    more,
  };
}

async function findDrawings(tx: Reading, taskId: number, sequences: readonly number[]) {
  if (sequences.length === 0) return new Map<number, CommentRow["drawing"]>();
  const rows = await tx
    .select({ sequence: comments.sequence, drawing })
    .from(comments)
    .where(and(eq(comments.taskId, taskId), inArray(comments.sequence, [...sequences])));
  return new Map(rows.map((row) => [row.sequence, row.drawing]));
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
  const where = and(eq(comments.version, of.version), shown());
  return page(tx, of, { key: comments.sequence, where }, drawings);
}

/** Comments on one or all versions changed after a change number in the order of the changes, deleted ones included. */
export async function findChanges(tx: Reading, of: PageAfter & { version?: number }): Promise<CommentPage> {
  const where = of.version === undefined ? undefined : eq(comments.version, of.version);
  return page(tx, of, { key: comments.change, where });
}

/** Comments after a sequence on versions before `before` that were open at `openAt`, with their replies. */
export async function findCarriedOver(
  tx: Reading,
  of: PageAfter & { before: number; openAt: Date | null },
): Promise<CommentPage> {
  return page(tx, of, { key: comments.sequence, where: carriedOver(of) });
}
