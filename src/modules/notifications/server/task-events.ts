import { tasksPath } from "#core/paths.ts";
import type { Context } from "#core/server/context.ts";
import type { TaskEvent, TaskNotificationKind } from "#modules/history/rules/kinds.ts";
import { taskEvents } from "#modules/history/rules/task-events.ts";
import {
  notificationsOf,
  reviewedText,
  type TaskNotification,
  versionOf,
} from "#modules/history/rules/texts.ts";
import { cardsOf, timeZoneOf } from "#modules/people/server/actions.ts";
import { activeEditor } from "#modules/tasks/rules.ts";
import { lockTask, membersWho, type TaskRow } from "#modules/tasks/server/actions.ts";

import { managersAbility } from "../rules/kinds.ts";
import { notify } from "./actions.ts";
import { resolveRequests } from "./queries.ts";
import { withdrawHidden } from "./teams.ts";

/** Notifies those whom an event of a task concerns, and settles the requests to review its version. */
export async function notifyOfTaskEvent(ctx: Context, event: TaskEvent): Promise<void> {
  const { notifications, reviewed } = taskEvents[event.kind];
  if (notifications.length === 0 && !reviewed) return;
  const task = await lockTask(ctx, event.taskId);
  const leftId = leavingEditor(task, event);
  if (leftId !== null) await withdrawHidden(ctx, { personId: leftId, taskId: task.id });
  if (reviewed) await settleRequests(ctx, event, task);
  if (notifications.length === 0) return;
  const hasEditor = activeEditor(task) !== null;
  const editorsZone = task.editorId === null ? null : await timeZoneOf(ctx, task.editorId);
  const draftsFor = async (creatorId: number) => {
    const timeZones = { creator: await timeZoneOf(ctx, creatorId), editor: editorsZone };
    return notificationsOf(event, { task, hasEditor, timeZones, now: ctx.now });
  };
  const drafts = await draftsFor(task.creatorId);
  for (const { to, from, ...draft } of drafts) {
    const personId = recipientOf(task, event, to);
    const senderId = from === null ? null : senderOf(ctx, task, { from, to });
    // Creators are notified of what managers do for them, not of what they do themselves.
    if (personId !== null && personId !== senderId)
      await notify(ctx, { personId, senderId, taskId: task.id, draft });
    if (to !== "creator") continue;
    for (const managerId of await managersFor(ctx, { task, event }, draft.kind)) {
      const { path, ...own } = (await draftsFor(managerId)).find((each) => each.to === to) ?? draft;
      const card = (await cardsOf(ctx, [managerId])).get(managerId);
      const ofRole =
        path === tasksPath("YOUTUBER", task.id) ? tasksPath(card?.role ?? "NORMAL", task.id) : path;
      const { kind, title, description } = own;
      const shown = { kind, title, description, path: ofRole };
      await notify(ctx, { personId: managerId, senderId, taskId: task.id, draft: shown });
    }
  }
}

/** Managers who can act on it, or whose approval is required, without the editor, whose own work it may be. */
async function managersFor(
  ctx: Context,
  { task, event }: { task: TaskRow; event: TaskEvent },
  kind: TaskNotificationKind,
): Promise<number[]> {
  const ability = managersAbility(kind);
  const approvals = "approvals" in event ? event.approvals : null;
  const able = approvals?.approverIds ?? (ability === null ? [] : await membersWho(ctx, ability, task));
  return able.filter((personId) => personId !== task.creatorId && personId !== activeEditor(task));
}

async function settleRequests(ctx: Context, event: TaskEvent, task: TaskRow): Promise<void> {
  const version = versionOf(event);
  if (version === null) return;
  for (const personId of await membersWho(ctx, "decide", task)) {
    const own = personId === (ctx.actor?.id ?? task.creatorId);
    const requests = reviewedText(event.kind, version, task.taskTitle, own);
    if (!requests) return;
    const { by, ...text } = requests;
    const senderId = by && senderOf(ctx, task, { from: by, to: "creator" });
    const about = { personId, taskId: task.id, version };
    await resolveRequests(ctx.tx, about, { ...text, senderId, now: ctx.now });
  }
}

/** The editor whom the event takes off the task. */
function leavingEditor(task: TaskRow, event: TaskEvent): number | null {
  if (event.kind === "reassigned") return event.formerEditorId;
  return event.kind === "declined" ? task.editorId : null;
}

/** The user whom a notification is for; null for an editor who has no access any more. */
function recipientOf(task: TaskRow, event: TaskEvent, to: TaskNotification["to"]): number | null {
  if (to === "formerEditor") return event.kind === "reassigned" ? event.formerEditorId : null;
  return to === "editor" ? activeEditor(task) : task.creatorId;
}

/** The user who caused it: for the creator's side also a manager who acts for the creator. */
function senderOf(
  ctx: Context,
  task: TaskRow,
  { from, to }: { from: "creator" | "editor"; to: TaskNotification["to"] },
): number | null {
  if (from === "editor") return task.editorId;
  const actorId = ctx.actor?.id ?? task.creatorId;
  return actorId === task.editorId && to !== "creator" ? task.creatorId : actorId;
}
