import { profilePath } from "#core/paths.ts";
import { on, type Context, type EventHandler } from "#core/server/context.ts";
import { commentWritten } from "#modules/feedback/contract.ts";
import { taskEvent } from "#modules/history/contract.ts";
import type { TaskEvent } from "#modules/history/rules/kinds.ts";
import { taskEvents } from "#modules/history/rules/task-events.ts";
import {
  notificationsOf,
  reviewedText,
  type TaskNotification,
  versionOf,
} from "#modules/history/rules/texts.ts";
import { accountDeleted } from "#modules/people/contract.ts";
import { cardsOf, timeZoneOf } from "#modules/people/server/actions.ts";
import { editorRated } from "#modules/profiles/contract.ts";
import { activeEditor } from "#modules/tasks/rules.ts";
import { lockTask, type TaskRow, requireEditor } from "#modules/tasks/server/actions.ts";

import { ratingNotification } from "../rules/ratings.ts";
import { notify, updateNotification } from "./actions.ts";
import { notifyOfComment } from "./comments/jobs.ts";
import { deleteGathered } from "./comments/queries.ts";
import { connectionEventHandlers } from "./connections.ts";
import { messageEventHandlers } from "./messages/event-handlers.ts";
import { deleteSubscriptionsOf } from "./push/queries.ts";
import { deleteAllNotifications, resolveRequests } from "./queries.ts";
import { deleteSettings } from "./settings-queries.ts";
import { teamNotificationHandlers } from "./teams.ts";

/** Notifies users of events of their tasks, comments, ratings and connections. */
export function notificationsEventHandlers(): EventHandler[] {
  return [
    on(taskEvent, (ctx, { event }) => notifyOfTaskEvent(ctx, event)),
    on(editorRated, async (ctx, { taskId, stars, review, changed }) => {
      const task = await lockTask(ctx, taskId);
      const editorId = requireEditor(task);
      const editor = (await cardsOf(ctx, [editorId])).get(editorId);
      const path = editor ? `${profilePath(editor)}#reviews` : "/";
      const about = {
        personId: editorId,
        taskId,
        draft: ratingNotification(task, { stars, review, path }),
      };
      if (changed) await updateNotification(ctx, about);
      else await notify(ctx, { ...about, senderId: task.creatorId });
    }),
    ...connectionEventHandlers(),
    on(commentWritten, (ctx, written) => notifyOfComment(ctx, written)),
    ...messageEventHandlers(),
    ...teamNotificationHandlers(),
    on(accountDeleted, async (ctx, { personId }) => {
      await deleteAllNotifications(ctx.tx, personId);
      await deleteSettings(ctx.tx, personId);
      await deleteGathered(ctx.tx, personId);
      await deleteSubscriptionsOf(ctx.tx, personId);
    }),
  ];
}

async function notifyOfTaskEvent(ctx: Context, event: TaskEvent): Promise<void> {
  const { notifications, reviewed } = taskEvents[event.kind];
  if (notifications.length === 0 && !reviewed) return;
  const task = await lockTask(ctx, event.taskId);
  const version = versionOf(event);
  const requests = version === null ? null : reviewedText(event.kind, version, task.taskTitle);
  if (version !== null && requests) {
    const about = { personId: task.creatorId, taskId: task.id, version };
    const { by, ...text } = requests;
    const senderId = by && participantOf(task, by);
    await resolveRequests(ctx.tx, about, { ...text, senderId, now: ctx.now });
  }
  if (notifications.length === 0) return;
  const hasEditor = activeEditor(task) !== null;
  const timeZones = {
    creator: await timeZoneOf(ctx, task.creatorId),
    editor: task.editorId === null ? null : await timeZoneOf(ctx, task.editorId),
  };
  for (const { to, from, ...draft } of notificationsOf(event, { task, hasEditor, timeZones, now: ctx.now })) {
    const personId = recipientOf(task, event, to);
    const senderId = from === null ? null : participantOf(task, from);
    if (personId !== null) await notify(ctx, { personId, senderId, taskId: task.id, draft });
  }
}

/** The user whom a notification is for; null for an editor who has no access any more. */
function recipientOf(task: TaskRow, event: TaskEvent, to: TaskNotification["to"]): number | null {
  if (to === "formerEditor") return event.kind === "reassigned" ? event.formerEditorId : null;
  return to === "editor" ? activeEditor(task) : task.creatorId;
}

function participantOf(task: TaskRow, side: "creator" | "editor"): number | null {
  return side === "creator" ? task.creatorId : task.editorId;
}
