import { commonError } from "#core/error.ts";
import type { Page, PageQuery } from "#core/page.ts";
import { actorOf, type Context, type ReadContext } from "#core/server/context.ts";
import type { PersonCard } from "#modules/accounts/contract.ts";
import { cardsOf, noteRating, personByName } from "#modules/accounts/server/actions.ts";
import { tasksError } from "#modules/tasks/contract.ts";
import { isCompleted } from "#modules/tasks/rules.ts";
import { lockTaskFor, noteOnTask, taskFor, type TaskRow } from "#modules/tasks/server/actions.ts";

import { editorRated, profilesError, type Rating, ratingChanged, type Review } from "../contract.ts";
import { mayChangeRating } from "../rules.ts";
import { findRating, listRatings, type RatingPlace, type RatingRow, saveRating } from "./store.ts";

/**
 * Rates the editor of the actor's published task; another rating takes the place of the first for 7 days. The task stays
 * locked meanwhile, so that the editor's sum moves by exactly what the rating moved.
 */
export async function rateEditor(
  ctx: Context,
  given: { taskId: number; stars: number; review: string | null },
): Promise<Rating> {
  const { taskId, stars, review } = given;
  const { creatorId, editorId, stage } = asCreator(ctx, await lockTaskFor(ctx, taskId));
  if (!isCompleted(stage)) throw profilesError("not_published");
  const before = await findRating(ctx.tx, taskId);
  if (before && !mayChangeRating(before.createdAt, ctx.now)) throw profilesError("rating_settled");
  const createdAt = before?.createdAt ?? ctx.now;
  const rating = { taskId, creatorId, editorId, stars, review, createdAt, changedAt: ctx.now };
  await saveRating(ctx.tx, rating);
  await noteRating(ctx, editorId, { sum: stars - (before?.stars ?? 0), count: before ? 0 : 1 });
  await noteOnTask(ctx, taskId, { stars, ratedAt: createdAt });
  await ctx.emit(editorRated, { taskId, stars, review, changed: before !== null });
  ctx.notifyClients([creatorId, editorId], ratingChanged, { taskId });
  return presentRating(rating);
}

/** Whom the actor can rate for their task, and the rating they gave. */
export async function viewRating(
  ctx: ReadContext,
  taskId: number,
): Promise<{ editor: PersonCard; rating: Rating | null }> {
  const { editorId } = asCreator(ctx, await taskFor(ctx, taskId));
  const cards = await cardsOf(ctx, [editorId]);
  const row = await findRating(ctx.tx, taskId);
  return { editor: cardIn(cards, editorId), rating: row && presentRating(row) };
}

/** The ratings that somebody has received, newest first. Fails with `profile_not_found`. */
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
  const cards = await cardsOf(
    ctx,
    page.map((row) => row.creatorId),
  );
  const items = page.map(({ stars, review, createdAt, creatorId }) => ({
    stars,
    review,
    time: createdAt.toISOString(),
    creator: cardIn(cards, creatorId),
  }));
  return { items, nextCursor: last ? writeCursor(last) : null };
}

/** A task's editor may see it, but rating is the creator's. */
function asCreator(ctx: ReadContext, task: TaskRow): TaskRow {
  if (task.creatorId !== actorOf(ctx).id) throw tasksError("task_not_found");
  return task;
}

function presentRating({ stars, review, createdAt }: RatingRow): Rating {
  return { stars, review, ratedAt: createdAt.toISOString() };
}

function cardIn(cards: ReadonlyMap<number, PersonCard>, id: number): PersonCard {
  const card = cards.get(id);
  if (!card) throw new Error(`Person ${id} of a rating is missing.`);
  return card;
}

function writeCursor({ createdAt, taskId }: RatingPlace): string {
  return `${createdAt.getTime()}-${taskId}`;
}

function readCursor(cursor: string | undefined): RatingPlace | null {
  if (cursor === undefined) return null;
  const [, time, taskId] = /^(\d{1,14})-(\d{1,15})$/.exec(cursor) ?? [];
  if (time === undefined || taskId === undefined) {
    throw commonError("invalid_input", {
      message: "That cursor is none of ours. Start from the first page.",
    });
  }
  return { createdAt: new Date(Number(time)), taskId: Number(taskId) };
}
