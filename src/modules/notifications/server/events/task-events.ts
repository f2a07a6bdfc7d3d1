import type { Context } from "#core/server/context.ts";
import { countOpenFindings } from "#modules/checks/server/public/checks.ts";
import type { TaskEvent } from "#modules/history/rules/kinds.ts";
import { eventVersion } from "#modules/history/rules/texts.ts";
import type { NotificationKind } from "#modules/notifications/contract/inbox.ts";
import { kindNames, kinds, kindsEndedBy } from "#modules/notifications/rules/kinds/index.ts";
import type { TaskNotice } from "#modules/notifications/rules/kinds/kind.ts";
import { activeEditor } from "#modules/tasks/rules/stages.ts";
import { audience, lockTask, type TaskRow } from "#modules/tasks/server/public/tasks.ts";

import { deleteEnded, endNotifications } from "../inbox/queries.ts";
import { notify } from "../public/notifications.ts";

/** Notifies those whom an event of a task concerns, and ends the requests that it answers. */
export async function notifyOfTaskEvent(ctx: Context, event: TaskEvent): Promise<void> {
  const notices = kindNames.flatMap((kind) =>
    (kinds[kind].notices ?? []).filter(({ on }) => on === event.kind).map((notice) => ({ kind, notice })),
  );
  const ended = kindsEndedBy(event.kind);
  if (notices.length === 0 && ended.length === 0) return;
  const task = await lockTask(ctx, event.taskId);
  const about = { taskId: task.id, version: eventVersion(event) };
  const { taskTitle: title, workDescription, deadline, stage } = task;
  const hasEditor = activeEditor(task) !== null;
  const findings = event.kind === "in_review" ? await countOpenFindings(ctx, event) : 0;
  const facts = { ...event, event: event.kind, title, workDescription, deadline, stage, hasEditor, findings };
  const notifications: {
    personId: number;
    senderId: number | null;
    kind: NotificationKind;
    data: Record<string, unknown>;
  }[] = [];
  for (const { kind, notice } of notices) {
    const { to, from, when } = notice;
    if (when && !when(facts)) continue;
    const senderId = from === null ? null : eventSender(ctx, task, { from, to });
    const recipients = await eventRecipients(ctx, { task, event }, { kind, to, senderId });
    notifications.push(
      ...recipients.map((personId) => ({ personId, senderId, kind, data: { ...facts, to } })),
    );
  }
  if (ended.length > 0) {
    // The review window ends by itself.
    const senderId =
      event.kind === "expired" ? null : eventSender(ctx, task, { from: "creator", to: "creator" });
    await endNotifications(ctx.tx, about, { kinds: ended, endedBy: event.kind, senderId, now: ctx.now });
    // One notification of an event is enough.
    const notified = notifications.map(({ personId }) => personId).filter((id) => id !== ctx.actor?.id);
    await deleteEnded(ctx.tx, about, { kinds: ended, personIds: notified });
  }
  for (const notification of notifications) await notify(ctx, { ...about, ...notification });
}

/** The users whom a notification is for. Creators are notified of what managers do for them, not of what they do themselves. */
async function eventRecipients(
  ctx: Context,
  { task, event }: { task: TaskRow; event: TaskEvent },
  { kind, to, senderId }: { kind: NotificationKind; to: TaskNotice["to"]; senderId: number | null },
): Promise<number[]> {
  const first =
    to === "formerEditor"
      ? event.kind === "reassigned" && event.formerEditorId
      : to === "editor"
        ? activeEditor(task)
        : task.creatorId;
  const recipients = first && first !== senderId ? [first] : [];
  return to === "creator" ? [...recipients, ...(await managersFor(ctx, { task, event }, kind))] : recipients;
}

/** Managers who can act on it, or whose approval is required, without the editor, whose own work it may be. */
async function managersFor(
  ctx: Context,
  { task, event }: { task: TaskRow; event: TaskEvent },
  kind: NotificationKind,
): Promise<number[]> {
  const ability = kinds[kind].managersWith;
  const approvals = "approvals" in event ? event.approvals : null;
  const able = approvals?.approverIds ?? (ability === undefined ? [] : await audience(ctx, task, ability));
  return able.filter((personId) => personId !== task.creatorId && personId !== activeEditor(task));
}

/** The user who caused it: for the creator's side also a manager who acts for the creator. */
function eventSender(
  ctx: Context,
  task: TaskRow,
  { from, to }: { from: "creator" | "editor"; to: TaskNotice["to"] },
): number | null {
  if (from === "editor") return task.editorId;
  const actorId = ctx.actor?.id ?? task.creatorId;
  return actorId === task.editorId && to !== "creator" ? task.creatorId : actorId;
}
