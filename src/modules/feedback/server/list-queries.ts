import { and, asc, eq, getTableColumns, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { prepared, type Reading } from "#core/server/database.ts";
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

const ofTask = eq(comments.taskId, sql.placeholder("taskId"));
const ofVersion = eq(comments.version, sql.placeholder("version"));

/** Comments with their replies on versions before `before` that were open at `openAt`; null for now. */
function carriedOver(): SQL | undefined {
  const root = sql`coalesce(${comments.parentId}, ${comments.id})`;
  const open = sql`exists (select from ${comments} ${parents} where ${parents.taskId} = ${comments.taskId}
    and ${parents.id} = ${root} and ${parents.deletedAt} is null
    and (${parents.resolvedAt} is null or ${parents.resolvedAt} >= ${sql.placeholder("openAt")}::timestamptz))`;
  return and(sql`${comments.version} < ${sql.placeholder("before")}`, isNull(comments.deletedAt), open);
}

/** The pages of comments: their rows and order. */
const listings = {
  ofVersion: () => ({ where: and(ofVersion, shown()), key: comments.sequence }),
  carriedOver: () => ({ where: carriedOver(), key: comments.sequence }),
  changes: () => ({ where: undefined, key: comments.change }),
  changesOfVersion: () => ({ where: ofVersion, key: comments.change }),
};

const commentPage = prepared(
  "comment_page",
  (db, listing: keyof typeof listings, drawings: "drawings" | "no_drawings") => {
    const { where, key } = listings[listing]();
    const hasDrawings = drawings === "drawings";
    const keys = pageKeys({
      from: sql`${comments}`,
      where: and(ofTask, gt(key, sql.placeholder("after")), where),
      key: sql`${key}`,
      direction: "asc",
      bytes: hasDrawings ? bytesOfComment : sql<number>`${bytesOfComment} - ${comments.drawingBytes}`,
      limit: sql.placeholder("limit"),
    });
    const { drawing, ...columns } = getTableColumns(comments);
    return db
      .select({
        comment: { ...columns, drawing: hasDrawings ? drawing : sql<null>`null` },
        stillFileId: frameStills.fileId,
        more: moreFollow("page"),
      })
      .from(comments)
      .innerJoin(sql`${keys} page`, sql`page.key = ${key}`)
      .leftJoin(frameStills, onFrame)
      .where(ofTask)
      .orderBy(asc(key));
  },
);

async function page(
  tx: Reading,
  listing: keyof typeof listings,
  values: object,
  drawings = true,
): Promise<CommentPage> {
  const read = await commentPage(tx, listing, drawings ? "drawings" : "no_drawings").execute({ ...values });
  return { rows: read.map(toListed), more: read.at(-1)?.more ?? false };
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
