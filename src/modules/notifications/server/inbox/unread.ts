import type { ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import { countUnreadMessages } from "#modules/messages/server/public/messages.ts";

import { countUnread } from "./queries.ts";

/** The numbers of a user's unread notifications and messages, and their total without notifications about messages. */
export async function countAllUnread(
  ctx: ReadContext,
  personId: number,
): Promise<{ notifications: number; messages: number; total: number }> {
  const [{ unread: notifications, besidesMessages }, messages] = await together([
    countUnread(ctx.tx, personId),
    countUnreadMessages(ctx, personId),
  ]);
  return { notifications, messages, total: besidesMessages + messages };
}
