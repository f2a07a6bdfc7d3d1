import { z } from "zod";

import { mayReassign, type Stage } from "#modules/tasks/rules/stages.ts";

import { cardLink, creators, defineKind, onTask, stage } from "./kind.ts";

export const taskDeclined = defineKind({
  label: "Declined tasks",
  roles: creators,
  managersWith: "edit",
  notices: [{ on: "declined", to: "creator", from: "editor" }],
  data: onTask.extend({ stage, reason: z.string() }),
  text: (data) => ({
    title: `Task declined: ${data.title}`,
    description: `${withoutEditorText(data.stage)}\n\nReason: ${data.reason}`,
  }),
  link: cardLink,
});

export const editorLeft = defineKind({
  label: "Editors who deleted their account",
  roles: creators,
  managersWith: "edit",
  notices: [{ on: "editor_left", to: "creator", from: null }],
  data: onTask.extend({ stage }),
  text: (data) => ({
    title: `Your editor deleted their account: ${data.title}`,
    description: withoutEditorText(data.stage),
  }),
  link: cardLink,
});

/** The next step of a creator whose task has no editor. */
function withoutEditorText(stage: Stage): string {
  return mayReassign(stage)
    ? "Choose another editor for this task."
    : "You can still review and publish the version they uploaded. If you need another version, reject this one, then choose another editor.";
}
