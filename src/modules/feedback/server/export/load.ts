import type { ResponseOf } from "#core/endpoint.ts";
import type { ReadContext } from "#core/server/context.ts";
import { type Comment, feedbackError } from "#modules/feedback/contract.ts";
import { type exportEndpoints, exportError } from "#modules/feedback/contract/export.ts";
import { mayComment } from "#modules/feedback/rules.ts";
import { countingFrom } from "#modules/feedback/rules/positions.ts";
import { findOfVersion, type ListedComment } from "#modules/feedback/server/list-queries.ts";
import { presentComments } from "#modules/feedback/server/present.ts";
import { findLastFrame } from "#modules/feedback/server/queries.ts";
import { formatOf, framesOf } from "#modules/media/server/actions.ts";
import { versionOf } from "#modules/review/server/actions.ts";
import { taskFor } from "#modules/tasks/server/actions.ts";

import type { CommentExport, ExportedComment } from "./comment-export.ts";

interface ExportedVersion {
  version: number;
  /** Timecode of the first frame, instead of that of the source. */
  start?: string | undefined;
}

type Sheet = ResponseOf<typeof exportEndpoints.commentSheet>;

/** A page of the comments on a version for the printable page; 404 if the actor is not a member of the task. */
export async function loadSheet(
  ctx: ReadContext,
  taskId: number,
  { after, limit, ...exported }: ExportedVersion & { after: number; limit: number },
): Promise<Sheet> {
  const { picture: _picture, ...sheet } = await loadVersion(ctx, taskId, exported);
  const { version } = exported;
  const { rows, more } = await findOfVersion(ctx.tx, { taskId, version, after, limit });
  const comments = await presentComments(ctx, taskId, rows);
  return { ...sheet, comments, next: more ? (rows.at(-1)?.sequence ?? null) : null };
}

const rowsAtOnce = 1000;

/**
 * All comments on a version for an editing program, without their drawings; 404 if the actor is not a member of the task.
 * `large`: they are more than a page.
 */
export async function loadExport(
  ctx: ReadContext,
  taskId: number,
  exported: ExportedVersion,
): Promise<{ input: CommentExport; large: boolean }> {
  const { picture, ...counted } = await loadVersion(ctx, taskId, exported);
  const { version } = exported;
  const all: LoadedComment[] = [];
  let pages = 0;
  for (let after: number | null = 0; after !== null; pages += 1) {
    const listing = { taskId, version, after, limit: rowsAtOnce, drawings: false };
    const { rows, more } = await findOfVersion(ctx.tx, listing);
    const comments = await presentComments(ctx, taskId, rows);
    all.push(...comments.map((comment, at) => Object.assign(comment, { hasDrawing: hasDrawing(rows[at]) })));
    after = more ? (rows.at(-1)?.sequence ?? null) : null;
  }
  const replies = Map.groupBy(all, ({ parentId }) => parentId);
  const comments = (replies.get(null) ?? []).map((comment) =>
    exportedComment(comment, replies.get(comment.id) ?? []),
  );
  return { input: { ...counted, ...picture, version, comments }, large: pages > 1 };
}

type LoadedComment = Comment & { hasDrawing: boolean };

function hasDrawing(row: ListedComment | undefined): boolean {
  return row !== undefined && row.drawingBytes > 0;
}

async function loadVersion(ctx: ReadContext, taskId: number, { version: number, start }: ExportedVersion) {
  const { taskTitle: title } = await taskFor(ctx, taskId);
  const version = await versionOf(ctx, { taskId, number });
  const [counted, format] = version
    ? [await framesOf(ctx, version.videoId), await formatOf(ctx, version.videoId)]
    : [null, null];
  if (!version || !mayComment(version.state) || !counted || !format) throw feedbackError("version_not_found");
  const { fileName, startTimecode, ...picture } = format;
  const counting = countingFrom(start ?? startTimecode ?? undefined, counted.rate);
  if (!counting) throw exportError("no_such_timecode");
  // The number of frames may be an estimate that is too small.
  const frames = Math.max(counted.frames, (await findLastFrame(ctx.tx, taskId, number)) + 1);
  return { title, fileName, ...counting, frames, picture };
}

function exportedComment(comment: LoadedComment, replies: readonly Comment[]): ExportedComment {
  const { inFrame, outFrame, hasDrawing: drawn, images, resolved, done, deleted } = comment;
  return {
    inFrame,
    outFrame,
    author: comment.author.name,
    text: deleted ? "Deleted comment" : comment.text,
    hasDrawing: drawn,
    images: images.length,
    replies: replies.map(({ author, text, images: attached }) => ({
      author: author.name,
      text,
      images: attached.length,
    })),
    resolved: resolved !== null,
    done,
    createdAt: new Date(comment.createdAt),
  };
}
