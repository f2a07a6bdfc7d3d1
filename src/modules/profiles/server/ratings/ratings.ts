import type { Page, PageQuery } from "#core/page.ts";
import type { Context, ReadContext } from "#core/server/context.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import { personCards, requireCard, addRating, personByName } from "#modules/people/server/public/people.ts";
import { editorRated, profilesError, type Rating, type Review } from "#modules/profiles/contract/profiles.ts";
import { ratingChanged } from "#modules/profiles/realtime-messages.ts";
import { mayChangeRating } from "#modules/profiles/rules/profiles.ts";
import { isCompleted } from "#modules/tasks/rules/stages.ts";
import {
  lockTaskFor,
  notifyTaskClients,
  taskFor,
  requireEditor,
} from "#modules/tasks/server/public/tasks.ts";

import { readCursor, writeCursor } from "../profiles/cursor.ts";
import { findRating, listRatings, type RatingRow, saveRating } from "../profiles/queries.ts";

/**
 * Rates the editor of the actor's published task, or changes the rating. 409 `not_published` before publication,
 * `rating_settled` 7 days after the first rating. The task is locked so that concurrent ratings add up correctly.
 */
export async function rateEditor(
  ctx: Context,
  given: { taskId: number; stars: number; review: string | null },
): Promise<Rating> {
  const { taskId, stars, review } = given;
  const task = await lockTaskFor(ctx, taskId, "rate");
  const { creatorId, stage } = task;
  if (!isCompleted(stage)) throw profilesError("not_published");
  const editorId = requireEditor(task);
  const before = await findRating(ctx.tx, taskId);
  if (before && !mayChangeRating(before.createdAt, ctx.now)) throw profilesError("rating_settled");
  const createdAt = before?.createdAt ?? ctx.now;
  const rating = { taskId, creatorId, editorId, stars, review, createdAt, changedAt: ctx.now };
  await saveRating(ctx.tx, rating);
  await addRating(ctx, editorId, { sum: stars - (before?.stars ?? 0), count: before ? 0 : 1 });
  await notifyTaskClients(ctx, task);
  await ctx.emit(editorRated, { taskId, stars, review, changed: before !== null });
  ctx.notifyClients([creatorId, editorId], ratingChanged, { taskId });
  return presentRating(rating);
}

/** The editor of the actor's task and the actor's rating, if any. */
export async function viewRating(
  ctx: ReadContext,
  taskId: number,
): Promise<{ editor: PersonCard; rating: Rating | null }> {
  const task = await taskFor(ctx, taskId, "rate");
  if (task.editorId === null) throw profilesError("not_published");
  const { editorId } = task;
  const cards = await personCards(ctx, [editorId]);
  const row = await findRating(ctx.tx, taskId);
  return { editor: requireCard(cards, editorId), rating: row && presentRating(row) };
}

/** A page of the ratings that a user has received, newest first. 404 `profile_not_found`. */
export async function listReviews(
  ctx: ReadContext,
  query: PageQuery & { username: string },
): Promise<Page<Review>> {
  const editor = await personByName(ctx, query.username);
  if (!editor) throw profilesError("profile_not_found");
  const { limit } = query;
  const before = readCursor(query.cursor);
  const rows = await listRatings(ctx.tx, { editorId: editor.id, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const cards = await personCards(
    ctx,
    page.map((row) => row.creatorId),
  );
  const items = page.map(({ stars, review, createdAt, creatorId }) => ({
    stars,
    review,
    time: createdAt.toISOString(),
    creator: requireCard(cards, creatorId),
  }));
  return { items, nextCursor: last ? writeCursor({ at: last.createdAt, taskId: last.taskId }) : null };
}

function presentRating({ stars, review, createdAt }: RatingRow): Rating {
  return { stars, review, ratedAt: createdAt.toISOString() };
}
