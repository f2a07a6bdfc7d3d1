import { and, asc, eq, getTableColumns, gt, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Reading } from "#core/server/database.ts";
import { moreFollow, pageKeys } from "#core/server/page-keys.ts";

import { type ListedComment, onFrame, toListed } from "./queries.ts";
import { comments, frameStills } from "./tables.ts";

/** Comments of one page, and whether more follow. */
export interface CommentPage {
  rows: ListedComment[];
  more: boolean;
}

const replies = alias(comments, "replies");
const parents = alias(comments, "parents");

/** A comment that is not deleted, or that still has replies. */
function shown(): SQL | undefined {
  const answered = sql`exists (select from ${comments} ${replies} where ${replies.taskId} = ${comments.taskId}
    and ${replies.parentId} = ${comments.id} and ${replies.deletedAt} is null)`;
  return or(isNull(comments.deletedAt), answered);
}

/** Text, note and drawing, and what a comment has besides them: its fields, reactions and a signed URL for each image. */
const bytesOfComment = sql<number>`octet_length(${comments.text}) + coalesce(octet_length(${comments.doneNote}), 0)
  + ${comments.drawingBytes} + 1000 + 300 * cardinality(${comments.imageFileIds})`;

interface Listing {
  taskId: number;
  where: SQL | undefined;
  key: typeof comments.sequence | typeof comments.change;
  limit: number;
  /** False reads no drawings. */
  drawings?: boolean;
}

/** A page of the comments of a task in the order of `key`. */
async function page(
  tx: Reading,
  { taskId, where, key, limit, drawings = true }: Listing,
): Promise<CommentPage> {
  const ofTask = eq(comments.taskId, taskId);
  const keys = pageKeys({
    from: sql`${comments}`,
    where: and(ofTask, where),
    key: sql`${key}`,
    direction: "asc",
    bytes: drawings ? bytesOfComment : sql<number>`${bytesOfComment} - ${comments.drawingBytes}`,
    limit,
  });
  const { drawing, ...columns } = getTableColumns(comments);
  const read = await tx
    .select({
      comment: { ...columns, drawing: drawings ? drawing : sql<null>`null` },
      stillFileId: frameStills.fileId,
      more: moreFollow("page"),
    })
    .from(comments)
    .innerJoin(sql`${keys} page`, sql`page.key = ${key}`)
    .leftJoin(frameStills, onFrame)
    .where(ofTask)
    .orderBy(asc(key));
  return { rows: read.map(toListed), more: read.at(-1)?.more ?? false };
}

export interface PageAfter {
  taskId: number;
  /** `sequence` or `change` of the last comment of the previous page. */
  after: number;
  limit: number;
}

/** Shown comments and replies on a version after a sequence, in their order. */
export async function findOfVersion(
  tx: Reading,
  { version, after, ...listing }: PageAfter & { version: number; drawings?: boolean },
): Promise<CommentPage> {
  const { sequence } = comments;
  const where = and(eq(comments.version, version), gt(sequence, after), shown());
  return page(tx, { ...listing, where, key: sequence });
}

/** Comments on one or all versions changed after a change number in the order of the changes, deleted ones included. */
export async function findChanges(
  tx: Reading,
  { version, after, ...listing }: PageAfter & { version?: number },
): Promise<CommentPage> {
  const ofVersion = version === undefined ? undefined : eq(comments.version, version);
  return page(tx, { ...listing, where: and(gt(comments.change, after), ofVersion), key: comments.change });
}

/** Comments after a sequence on versions before `before` that were open at `openAt`, with their replies. */
export async function findCarriedOver(
  tx: Reading,
  { before, openAt, after, ...listing }: PageAfter & { before: number; openAt: Date | null },
): Promise<CommentPage> {
  const root = sql`coalesce(${comments.parentId}, ${comments.id})`;
  const resolvedLater = openAt === null ? sql`` : sql`or ${parents.resolvedAt} >= ${openAt.toISOString()}`;
  const open = sql`exists (select from ${comments} ${parents} where ${parents.taskId} = ${comments.taskId}
    and ${parents.id} = ${root} and ${parents.deletedAt} is null
    and (${parents.resolvedAt} is null ${resolvedLater}))`;
  const earlier = and(gt(comments.sequence, after), lte(comments.version, before - 1));
  const where = and(earlier, isNull(comments.deletedAt), open);
  return page(tx, { ...listing, where, key: comments.sequence });
}
