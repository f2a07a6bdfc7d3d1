import { mayReassign, type Stage } from "#modules/tasks/rules.ts";

/** The next step of a creator whose task has no editor. */
export function withoutEditorText(stage: Stage): string {
  return mayReassign(stage)
    ? "Choose another editor for this task."
    : "You can still review and publish the version they uploaded. If you need another version, reject this one, then choose another editor.";
}
