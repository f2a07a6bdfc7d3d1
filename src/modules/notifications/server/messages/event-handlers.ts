import { type Context, type EventHandler, on } from "#core/server/context.ts";
import { conversationSeen, messageRevised, messageSent } from "#modules/messages/contract/messages.ts";
import { notificationsRead } from "#modules/notifications/realtime-messages.ts";
import { accountDeleted, personBlocked } from "#modules/people/contract/people.ts";

import { scheduleUnseenNotification, reviseNotification } from "./jobs.ts";
import { deleteMessagesFrom, deletePersonUnseen, markConversationRead } from "./queries.ts";

/** Notifies users of messages that they have not seen, and ends these notifications when they see them. */
export function messageEventHandlers(): EventHandler[] {
  return [
    on(messageSent, (ctx, { conversationId, senderId, recipientId: personId }) =>
      scheduleUnseenNotification(ctx, { conversationId, senderId, personId }),
    ),
    on(messageRevised, async (ctx, { conversationId, senderId, recipientId: personId }) => {
      if (!(await reviseNotification(ctx, { conversationId, senderId, personId }))) return;
      ctx.notifyClients([personId], notificationsRead, {});
    }),
    on(conversationSeen, async (ctx, seen) => {
      if (!(await markConversationRead(ctx.tx, { ...seen, now: ctx.now }))) return;
      ctx.notifyClients([seen.personId], notificationsRead, {});
    }),
    on(personBlocked, (ctx, { blockerId, blockedId }) =>
      withdraw(ctx, { senderId: blockedId, unreadBy: blockerId }),
    ),
    on(accountDeleted, async (ctx, { personId }) => {
      await deletePersonUnseen(ctx.tx, personId);
      await withdraw(ctx, { senderId: personId, unreadBy: null });
    }),
  ];
}

/** Deletes notifications about messages of a sender, which quote them. */
async function withdraw(
  ctx: Context,
  messages: { senderId: number; unreadBy: number | null },
): Promise<void> {
  const recipients = await deleteMessagesFrom(ctx.tx, messages);
  if (recipients.length > 0) ctx.notifyClients(recipients, notificationsRead, {});
}
