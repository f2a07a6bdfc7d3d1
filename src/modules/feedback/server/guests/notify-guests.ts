import { type Context, guestChannel } from "#core/server/context.ts";
import { guestReviewChanged } from "#modules/feedback/realtime-messages.ts";

import { listCreatorLinkIds, listLinks } from "./queries.ts";

/**
 * Lets the clients of the guests of these links load the review again. The realtime connections of those who can't use their link
 * any more are closed.
 */
export function notifyGuests(ctx: Context, linkIds: readonly string[]): void {
  ctx.notifyGuests(
    linkIds.map((id) => guestChannel(id)),
    guestReviewChanged,
    {},
  );
}

/** Like `notifyGuests`, for all links of a task. */
export async function notifyGuestsOfTask(ctx: Context, taskId: number): Promise<void> {
  const links = await listLinks(ctx.tx, taskId, ctx.now);
  notifyGuests(
    ctx,
    links.map(({ id }) => id),
  );
}

/** Like `notifyGuests`, for all links of a creator whose account was suspended or restored. */
export async function notifyGuestsOfCreator(ctx: Context, creatorId: number): Promise<void> {
  notifyGuests(ctx, await listCreatorLinkIds(ctx.tx, creatorId));
}
