import { mayReassign, type Stage, taskCardPath } from "#modules/tasks/rules.ts";

import type { NotificationDraft, NotificationTask } from "./drafts.ts";

export function declinedNotification(
  task: NotificationTask & { stage: Stage },
  reason: string,
): NotificationDraft {
  return {
    kind: "task_declined",
    to: "creator",
    from: "editor",
    title: `Task declined: ${task.taskTitle}`,
    description: `${withoutEditorText(task.stage)}\n\nReason: ${reason}`,
    path: taskCardPath("creator", task.id),
  };
}

/** The next step of a creator whose task has no editor. */
function withoutEditorText(stage: Stage): string {
  return mayReassign(stage)
    ? "Choose another editor for this task."
    : "You can still review and publish the version they uploaded. If you need another version, reject this one, then choose another editor.";
}

export function editorLeftNotification(task: NotificationTask & { stage: Stage }): NotificationDraft {
  return {
    kind: "editor_left",
    to: "creator",
    from: null,
    title: `Your editor deleted their account: ${task.taskTitle}`,
    description: withoutEditorText(task.stage),
    path: taskCardPath("creator", task.id),
  };
}
