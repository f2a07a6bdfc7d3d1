import { createHash } from "node:crypto";

import { type Context, type EventHandler, on } from "#core/server/context.ts";
import { taskEvent } from "#modules/history/contract/history.ts";
import type { TaskEvent } from "#modules/history/rules/kinds.ts";
import { taskEvents } from "#modules/history/rules/task-events.ts";
import { eventVersion } from "#modules/history/rules/texts.ts";
import { removeFiles } from "#modules/media/server/public/media.ts";
import { accountDeleted, personBlocked } from "#modules/people/contract/people.ts";
import { activeEditor } from "#modules/tasks/rules/stages.ts";
import { lockTask } from "#modules/tasks/server/public/tasks.ts";

import { conversationChanged } from "../realtime-messages.ts";
import { changeConversation, lockConversation, lockOrCreateConversation } from "./conversations/queries.ts";
import { appendMessage } from "./messages/append.ts";
import { changeMember, clearPersonMessages, findCounterparts } from "./messages/queries.ts";
import { notifyMembers } from "./public/messages.ts";

/** Reports task events in the conversation of the task's creator and editor, and empties messages of deleted accounts. */
export function messagesEventHandlers(): EventHandler[] {
  return [
    on(taskEvent, async (ctx, { event, sequence }) => {
      if (sequence !== null && taskEvents[event.kind].assistant !== null) await report(ctx, event, sequence);
    }),
    on(personBlocked, (ctx, { blockerId, blockedId }) => clearUnread(ctx, blockerId, blockedId)),
    on(accountDeleted, async (ctx, { personId }) => {
      await removeFiles(ctx, await clearPersonMessages(ctx.tx, personId, ctx.now));
      for (const { otherId } of await findCounterparts(ctx.tx, personId)) {
        ctx.notifyClients([otherId], conversationChanged, { withId: personId });
      }
    }),
  ];
}

/** Appends an assistant message for an entry of the history. Sharing a task accepts the conversation. */
async function report(ctx: Context, event: TaskEvent, sequence: number): Promise<void> {
  const { taskId, kind } = event;
  const task = await lockTask(ctx, taskId);
  // An editor who declined the task no longer learns of it.
  if (task.editorId === null || (activeEditor(task) === null && kind !== "declined")) return;
  // A creator can't be the editor of their own task.
  const row = await lockOrCreateConversation(ctx.tx, [task.creatorId, task.editorId], ctx.now);
  if (row.acceptedAt === null) await changeConversation(ctx.tx, row.id, { acceptedAt: ctx.now });
  const stored = await appendMessage(ctx.tx, row, {
    id: stableUuid(`task:${taskId} history ${sequence}`),
    senderId: null,
    text: "",
    imageFileIds: [],
    event: kind,
    taskId,
    version: eventVersion(event),
    sentAt: ctx.now,
  });
  await notifyMembers(ctx, row, stored);
}

/** Unread messages of a blocked user no longer count. Waits for a message that is being sent. */
async function clearUnread(ctx: Context, personId: number, otherId: number): Promise<void> {
  const row = await lockConversation(ctx.tx, personId, otherId);
  if (row) await changeMember(ctx.tx, { conversationId: row.id, personId }, { unread: 0 });
}

/** A UUID (version 8) derived from a text. */
function stableUuid(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
