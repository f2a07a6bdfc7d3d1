import { createHash } from "node:crypto";

import { type Context, type EventHandler, on } from "#core/server/context.ts";
import { removeFiles } from "#modules/media/server/actions.ts";
import { accountDeleted, personBlocked } from "#modules/people/contract.ts";
import { published } from "#modules/publishing/contract.ts";
import {
  approvalUndone,
  changesRequested,
  versionApproved,
  versionReady,
  windowEnded,
} from "#modules/review/contract.ts";
import { taskCreated, taskDeclined, taskEdited } from "#modules/tasks/contract.ts";
import { activeEditor } from "#modules/tasks/rules.ts";
import { lockTask } from "#modules/tasks/server/actions.ts";

import { conversationChanged } from "../realtime-messages.ts";
import type { TaskEvent } from "../rules.ts";
import { notifyMembers } from "./actions.ts";
import { appendMessage } from "./append.ts";
import { changeConversation, lockConversation, lockOrCreateConversation } from "./conversations/queries.ts";
import { changeMember, emptySent, findCounterparts, findMessage } from "./queries.ts";

/** Reports task events in the conversation of the task's creator and editor, and empties messages of deleted accounts. */
export function messagesEventHandlers(): EventHandler[] {
  return [
    on(taskCreated, (ctx, { taskId }) => report(ctx, taskId, "assigned")),
    on(taskEdited, async (ctx, { taskId, assigned }) => {
      if (assigned) await report(ctx, taskId, "assigned");
    }),
    on(taskDeclined, (ctx, { taskId }) => report(ctx, taskId, "declined")),
    on(versionReady, (ctx, { taskId, version }) => report(ctx, taskId, "uploaded", version)),
    on(changesRequested, (ctx, { taskId, version }) => report(ctx, taskId, "changes_requested", version)),
    on(versionApproved, (ctx, { taskId, version }) => report(ctx, taskId, "approved", version)),
    on(approvalUndone, (ctx, { taskId, version }) => report(ctx, taskId, "approval_undone", version)),
    on(windowEnded, (ctx, { taskId, version }) => report(ctx, taskId, "expired", version)),
    on(published, (ctx, { taskId }) => report(ctx, taskId, "published")),
    on(personBlocked, (ctx, { blockerId, blockedId }) => clearUnread(ctx, blockerId, blockedId)),
    on(accountDeleted, async (ctx, { personId }) => {
      await removeFiles(ctx, await emptySent(ctx.tx, personId, ctx.now));
      for (const { otherId } of await findCounterparts(ctx.tx, personId)) {
        ctx.notifyClients([otherId], conversationChanged, { withId: personId });
      }
    }),
  ];
}

const repeatable = new Set<TaskEvent>(["assigned", "declined", "approved", "approval_undone"]);

/** Appends an assistant message, once per task, event and version, or once at a time. Sharing a task accepts the conversation. */
async function report(
  ctx: Context,
  taskId: number,
  event: TaskEvent,
  version: number | null = null,
): Promise<void> {
  const task = await lockTask(ctx, taskId);
  // An editor who declined the task no longer learns of it.
  if (activeEditor(task) === null && event !== "declined") return;
  // A creator can't be the editor of their own task.
  const pair = [task.creatorId, task.editorId] as const;
  const row = await lockOrCreateConversation(ctx.tx, pair, ctx.now);
  // An editor can be assigned to the same task again, and a version approved again.
  const occasion = repeatable.has(event) ? `${version} ${ctx.now.toISOString()}` : String(version);
  const id = uuidOf(`task:${taskId} ${event} ${occasion}`);
  if (await findMessage(ctx.tx, pair, id)) return;
  if (row.acceptedAt === null) await changeConversation(ctx.tx, row.id, { acceptedAt: ctx.now });
  const stored = await appendMessage(ctx.tx, row, {
    ...{ id, senderId: null, text: "", imageFileIds: [], event, taskId, version, sentAt: ctx.now },
  });
  await notifyMembers(ctx, row, stored);
}

/** Unread messages of a blocked user no longer count. Waits for a message that is being sent. */
async function clearUnread(ctx: Context, personId: number, otherId: number): Promise<void> {
  const row = await lockConversation(ctx.tx, personId, otherId);
  if (row) await changeMember(ctx.tx, { conversationId: row.id, personId }, { unread: 0 });
}

/** A UUID (version 8) derived from a text. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
