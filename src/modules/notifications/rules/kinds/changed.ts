import { z } from "zod";

import { previewPath, tasksPath } from "#core/paths.ts";
import { allows } from "#modules/tasks/rules.ts";

import { brief, cardPath, deadlineText, defineKind, editors, onTask } from "./kind.ts";

const titles = { edited: "Task changed", reassigned: "Task reassigned", cancelled: "Task cancelled" };

/** An edited, reassigned or cancelled task. */
export const changed = defineKind({
  label: "Changed, reassigned or cancelled tasks",
  roles: editors,
  withoutAccess: true,
  notices: [
    { on: "reassigned", to: "formerEditor", from: "creator" },
    { on: "edited", to: "editor", from: "creator", when: ({ stage }) => allows(stage, "version_playable") },
    { on: "cancelled", to: "editor", from: "creator" },
  ],
  data: onTask.extend({ ...brief, event: z.enum(["edited", "reassigned", "cancelled"]) }),
  text: (data, reader) => ({
    title: `${titles[data.event]}: ${data.title}`,
    description: {
      edited: `${deadlineText(data, reader)} Review the changes before you continue. ${data.workDescription}`,
      reassigned: "This task was reassigned to another editor. No action needed.",
      cancelled: "The creator cancelled this task. No action needed.",
    }[data.event],
  }),
  link: (data, reader) => {
    if (data.event === "edited") return cardPath(data, reader);
    // A former editor has no access to the task.
    return data.event === "cancelled" ? previewPath(data.taskId) : tasksPath(reader.role);
  },
});
