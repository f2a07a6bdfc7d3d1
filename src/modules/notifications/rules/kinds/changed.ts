import { z } from "zod";

import { allows } from "#modules/tasks/rules/stages.ts";

import { brief, cardLink, deadlineText, defineKind, editors, onTask } from "./kind.ts";

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
  link: (data) => {
    if (data.event === "edited") return cardLink(data);
    // A former editor has no access to the task.
    return data.event === "cancelled" ? { screen: "preview", taskId: data.taskId } : { screen: "tasks" };
  },
});
