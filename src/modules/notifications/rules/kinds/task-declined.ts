import { z } from "zod";

import { cardLink, creators, defineKind, onTask, stage } from "./kind.ts";
import { withoutEditorText } from "./without-editor.ts";

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
