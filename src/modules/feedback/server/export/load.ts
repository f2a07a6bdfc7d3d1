import type { ResponseOf } from "#core/endpoint.ts";
import type { ReadContext } from "#core/server/context.ts";
import { listFindings } from "#modules/checks/server/public/checks.ts";
import { feedbackError } from "#modules/feedback/contract/comments.ts";
import { type exportEndpoints, exportError } from "#modules/feedback/contract/export.ts";
import { mayComment } from "#modules/feedback/rules/comments.ts";
import { timecodeBaseFrom } from "#modules/feedback/rules/positions.ts";
import { findOfVersion } from "#modules/feedback/server/comments/list-queries.ts";
import { commentAuthor, doneMark, presentComments } from "#modules/feedback/server/comments/present.ts";
import type { ListedComment } from "#modules/feedback/server/comments/queries.ts";
import { findLastFrame } from "#modules/feedback/server/comments/queries.ts";
import { videoFormat } from "#modules/media/server/public/media.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import { framesOfVersion } from "#modules/review/server/public/review.ts";
import { taskFor } from "#modules/tasks/server/public/tasks.ts";

import type { CommentExport, ExportedComment } from "./comment-export.ts";
import { exportedFinding } from "./findings.ts";

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
  const { findings } = after === 0 ? await listFindings(ctx, { taskId, version }) : { findings: [] };
  return { ...sheet, comments, findings, next: more ? (rows.at(-1)?.sequence ?? null) : null };
}

const rowsAtOnce = 1000;

/**
 * All comments on a version and its findings for an editing program, without their drawings; 404 if the actor is not a member of the task.
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
    const cards = await personCards(ctx, [...new Set(rows.flatMap(({ authorId }) => authorId ?? []))]);
    all.push(...rows.map((row) => toExported(row, commentAuthor(row, cards).name)));
    after = more ? (rows.at(-1)?.sequence ?? null) : null;
  }
  const replies = Map.groupBy(all, ({ parentId }) => parentId);
  const comments = (replies.get(null) ?? []).map(({ id, comment }) =>
    Object.assign(comment, {
      replies: (replies.get(id) ?? []).map((reply) => {
        const { author, text, images } = reply.comment;
        return { author, text, images };
      }),
    }),
  );
  const { checkedAt, findings } = await listFindings(ctx, { taskId, version });
  const checked = findings.map((finding) => exportedFinding(finding, checkedAt));
  return {
    input: { ...counted, ...picture, version, comments: [...comments, ...checked] },
    large: pages > 1,
  };
}

type LoadedComment = Pick<ListedComment, "id" | "parentId"> & { comment: Omit<ExportedComment, "replies"> };

/** Exports have no images and reactions, which would take most of the time. */
function toExported(row: ListedComment, author: string): LoadedComment {
  const { id, parentId, inFrame, outFrame, imageFileIds, createdAt } = row;
  return {
    id,
    parentId,
    comment: {
      inFrame,
      outFrame,
      author,
      createdAt,
      text: row.deletedAt === null ? row.text : "Deleted comment",
      hasDrawing: row.drawingBytes > 0,
      images: imageFileIds.length,
      resolved: row.resolvedAt !== null,
      done: row.doneAt && doneMark(row),
    },
  };
}

async function loadVersion(ctx: ReadContext, taskId: number, { version: number, start }: ExportedVersion) {
  const { taskTitle: title } = await taskFor(ctx, taskId, "view");
  const version = await framesOfVersion(ctx, { taskId, number });
  const counted = version?.frames;
  const format = version && (await videoFormat(ctx, version.videoId));
  if (!version || !mayComment(version.state) || !counted || !format) throw feedbackError("version_not_found");
  const { fileName, startTimecode, ...picture } = format;
  const counting = timecodeBaseFrom(start ?? startTimecode ?? undefined, counted.rate);
  if (!counting) throw exportError("no_such_timecode");
  // The number of frames may be an estimate that is too small.
  const frames = Math.max(counted.frames, (await findLastFrame(ctx.tx, taskId, number)) + 1);
  return { title, fileName, ...counting, frames, picture };
}
