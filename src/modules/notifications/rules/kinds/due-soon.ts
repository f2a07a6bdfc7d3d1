import { brief, cardLink, deadlineText, defineKind, editors, onTask } from "./kind.ts";

export const dueSoon = defineKind({
  label: "Deadline reminders",
  roles: editors,
  notices: [{ on: "due_soon", to: "editor", from: null }],
  data: onTask.extend({ deadline: brief.deadline }),
  text: (data, reader) => ({
    title: `Due soon: ${data.title}`,
    description: `${deadlineText(data, reader)} Upload your version before the deadline.`,
  }),
  link: cardLink,
});
