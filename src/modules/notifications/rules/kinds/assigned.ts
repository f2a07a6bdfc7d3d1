import { z } from "zod";

import { brief, cardLink, deadlineText, defineKind, editors, onTask } from "./kind.ts";

/** A task of an editor. Creators are notified of those that managers create for them, contributors of their contribution. */
export const assigned = defineKind({
  label: "New tasks",
  roles: editors,
  contributors: true,
  managedCreators: true,
  notices: [
    { on: "assigned", to: "editor", from: "creator" },
    { on: "assigned", to: "creator", from: "creator" },
    { on: "reassigned", to: "editor", from: "creator" },
  ],
  data: z.discriminatedUnion("to", [
    onTask.extend({ ...brief, to: z.enum(["creator", "editor"]) }),
    onTask.extend({ to: z.literal("contributor"), label: z.string() }),
  ]),
  text: (data, reader) =>
    data.to === "contributor"
      ? {
          title: `New contribution: ${data.title}`,
          description: `${data.label}. Open the task to read the brief.`,
        }
      : {
          title: `${data.to === "creator" ? "Task created for you" : "New task"}: ${data.title}`,
          description: `${deadlineText(data, reader)} ${data.workDescription}`,
        },
  link: (data) => (data.to === "contributor" ? { screen: "preview", taskId: data.taskId } : cardLink(data)),
});
