import { and, asc, eq, getTableColumns, gt, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { cutPage, pageBytes } from "#core/server/cut-page.ts";
import type { Reading } from "#core/server/database.ts";

import { type CommentRow, comments, frameStills } from "../tables.ts";
import { type ListedComment, onFrame, toListed } from "./queries.ts";

/** Bytes of a comment besides its texts, drawing and images: its fields and reactions. */
const fieldBytes = 1000;
/** Comments that fill a page, if they have nothing else. */
const maxComments = Math.ceil(pageBytes / fieldBytes);

/** Comments of one page, and whether more follow. */
export interface CommentPage {
  rows: ListedComment[];
  more: boolean;
}

const replies = alias(comments, "replies");

/** A comment that is not deleted, or that still has replies. */
function visible(): SQL | undefined {
  const answered = sql`exists (select from ${comments} ${replies} where ${replies.taskId} = ${comments.taskId}
    and ${replies.parentId} = ${comments.id} and ${replies.deletedAt} is null)`;
  return or(isNull(comments.deletedAt), answered);
}

/** Comments with their replies on versions before `before` that were open at `openAt`, null for now: at least those of the page. */
function carriedOver({ taskId, before, openAt, after, limit }: CarriedOver) {
  const { id, sequence, parentId, deletedAt, resolvedAt } = comments;
  const older = and(
    eq(comments.taskId, taskId),
    lt(comments.version, before),
    isNull(parentId),
    isNull(deletedAt),
  );
  const resolvedSince = sql`${resolvedAt} >= ${openAt}`;
  const last = (state: SQL, order: SQL) => sql`(select ${sequence} from ${comments}
    where ${and(older, state, gt(sequence, after))} order by ${order} offset ${Math.min(limit, maxComments)} limit 1)`;
  // Replies come later than their comment: none of those after this one is on the page. Ordered as in the indexes.
  const end = sql`least(${last(isNull(resolvedAt), sql`${resolvedAt}, ${sequence}`)}, ${last(resolvedSince, sql`${sequence}`)}, 2147483647)`;
  const onPage = (state: SQL) =>
    sql`select ${id}, ${sequence} from ${comments} where ${and(older, state)} and ${sequence} <= (select last from span)`;
  // The index finds each of the states, not one or the other.
  const open = sql`${onPage(isNull(resolvedAt))} union all ${onPage(resolvedSince)}`;
  // `offset` makes the planner loop over the index.
  const answers = sql`select ${replies.sequence} from ${comments} ${replies}
    where ${replies.taskId} = ${taskId} and ${replies.parentId} = open.id offset 0`;
  const withReplies = sql`with span as materialized (select ${end} as last), open as materialized (${open}) select sequence from open
    union all select answers.sequence from open, lateral (${answers}) answers`;
  return and(isNull(deletedAt), sql`${sequence} = any(array(${withReplies}))`);
}

/** The rows of a page of comments, and their order. */
interface Listing {
  key: typeof comments.sequence | typeof comments.change;
  where: SQL | undefined;
}

/** Rows until those before them exceed a page: the others can have megabytes of texts and drawings. */
async function commentRows(
  tx: Reading,
  { taskId, after, limit }: PageAfter,
  { key, where }: Listing,
  withDrawings: boolean,
) {
  const { text, doneNote, drawingBytes, imageFileIds } = comments;
  const drawing = sql<CommentRow["drawing"]>`${withDrawings ? comments.drawing : sql`null::jsonb`}`;
  // An image has a signed URL.
  const bytes = sql<number>`octet_length(${text}) + coalesce(octet_length(${doneNote}), 0)
    + ${withDrawings ? drawingBytes : sql`0`} + ${fieldBytes}::int + 300 * cardinality(${imageFileIds})`;
  const preceding = sql`over (order by ${key} rows between unbounded preceding and 1 preceding)`;
  const rows = tx
    .select({
      comment: { ...getTableColumns(comments), drawing: drawing.as("drawing") },
      stillFileId: frameStills.fileId,
      bytes: bytes.as("bytes"),
      bytesBefore: sql<number>`coalesce(sum(${bytes}) ${preceding}, 0)`.as("bytes_before"),
    })
    .from(comments)
    .leftJoin(frameStills, onFrame)
    .where(and(eq(comments.taskId, taskId), gt(key, after), where))
    .orderBy(asc(key))
    .limit(limit)
    .as("rows");
  return tx
    .select({ comment: rows.comment, stillFileId: rows.stillFileId, bytes: rows.bytes })
    .from(rows)
    .where(lte(rows.bytesBefore, pageBytes))
    .orderBy(asc(rows.bytesBefore));
}

async function page(
  tx: Reading,
  { taskId, after, limit: requested }: PageAfter,
  listing: Listing,
  withDrawings = true,
): Promise<CommentPage> {
  const limit = Math.min(requested, maxComments);
  const read = await commentRows(tx, { taskId, after, limit: limit + 1 }, listing, withDrawings);
  const { rows, more } = cutPage(read, { limit, rowBytes: ({ bytes }) => bytes });
  return { rows: rows.map(toListed), more };
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
  const where = and(eq(comments.version, of.version), visible());
  return page(tx, of, { key: comments.sequence, where }, drawings);
}

/** Comments on one or all versions changed after a change number in the order of the changes, deleted ones included. */
export async function findChanges(tx: Reading, of: PageAfter & { version?: number }): Promise<CommentPage> {
  const where = of.version === undefined ? undefined : eq(comments.version, of.version);
  return page(tx, of, { key: comments.change, where });
}

interface CarriedOver extends PageAfter {
  before: number;
  openAt: Date | null;
}

/** Comments after a sequence on versions before `before` that were open at `openAt`, with their replies. */
export async function findCarriedOver(tx: Reading, of: CarriedOver): Promise<CommentPage> {
  return page(tx, of, { key: comments.sequence, where: carriedOver(of) });
}
