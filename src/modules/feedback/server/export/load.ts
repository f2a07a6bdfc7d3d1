import type { ResponseOf } from "#core/endpoint.ts";
import type { ReadContext } from "#core/server/context.ts";
import { feedbackError, type Comment } from "#modules/feedback/contract.ts";
import { type exportEndpoints, exportError } from "#modules/feedback/contract/export.ts";
import { mayComment, maxComments } from "#modules/feedback/rules.ts";
import { countingFrom } from "#modules/feedback/rules/positions.ts";
import { presentComments } from "#modules/feedback/server/present.ts";
import { findOfVersion } from "#modules/feedback/server/queries.ts";
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

/** All comments on a version for the printable page; 404 if the actor is not a member of the task. */
export async function loadSheet(ctx: ReadContext, taskId: number, exported: ExportedVersion): Promise<Sheet> {
  const { picture: _picture, ...sheet } = await load(ctx, taskId, exported);
  return sheet;
}

/** All comments on a version for an editing program; 404 if the actor is not a member of the task. */
export async function loadExport(
  ctx: ReadContext,
  taskId: number,
  exported: ExportedVersion,
): Promise<CommentExport> {
  const { comments, picture, ...sheet } = await load(ctx, taskId, exported);
  const replies = Map.groupBy(comments, ({ parentId }) => parentId);
  return {
    ...sheet,
    ...picture,
    version: exported.version,
    comments: (replies.get(null) ?? []).map((comment) =>
      exportedComment(comment, replies.get(comment.id) ?? []),
    ),
  };
}

async function load(ctx: ReadContext, taskId: number, { version: number, start }: ExportedVersion) {
  const { taskTitle: title } = await taskFor(ctx, taskId);
  const version = await versionOf(ctx, { taskId, number });
  const [counted, format] = version
    ? [await framesOf(ctx, version.videoId), await formatOf(ctx, version.videoId)]
    : [null, null];
  if (!version || !mayComment(version.state) || !counted || !format) throw feedbackError("version_not_found");
  const { fileName, startTimecode, ...picture } = format;
  const counting = countingFrom(start ?? startTimecode ?? undefined, counted.rate);
  if (!counting) throw exportError("no_such_timecode");
  const rows = await findOfVersion(ctx.tx, { taskId, version: number, after: 0, limit: maxComments });
  const comments = await presentComments(ctx, taskId, rows);
  // The number of frames may be an estimate that is too small.
  const frames = Math.max(counted.frames, ...comments.map(({ outFrame }) => outFrame + 1));
  return { title, fileName, ...counting, frames, picture, comments };
}

function exportedComment(comment: Comment, replies: readonly Comment[]): ExportedComment {
  const { inFrame, outFrame, drawing, images, resolved, done, deleted } = comment;
  return {
    inFrame,
    outFrame,
    author: comment.author.name,
    text: deleted ? "Deleted comment" : comment.text,
    hasDrawing: drawing !== null,
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
