import { z } from "zod";

import { formatBytes } from "#core/format-bytes.ts";

import { defineKind, everyone, onTask } from "./kind.ts";

/** Files that a user has sent into a task; `name` is that of the sender. */
export const filesArrived = defineKind({
  label: "New files in a task",
  roles: everyone,
  separate: true,
  data: onTask.extend({ name: z.string(), files: z.number(), bytes: z.number() }),
  text: ({ title, name, files, bytes }) => ({
    title: `${files === 1 ? "1 file" : `${files} files`}, ${formatBytes(bytes)} from ${name}: ${title}`,
    description: "They have been checked after the upload and can be downloaded.",
  }),
  link: ({ taskId }) => ({ screen: "files", taskId }),
});
