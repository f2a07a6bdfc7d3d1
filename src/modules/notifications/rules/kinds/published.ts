import { z } from "zod";

import { cardLink, defineKind, creatorsAndEditors, onTask } from "./kind.ts";

export const published = defineKind({
  label: "Published videos",
  roles: creatorsAndEditors,
  managersWith: "publish",
  pictured: true,
  notices: [
    { on: "published", to: "creator", from: null },
    { on: "published", to: "editor", from: "creator" },
  ],
  data: onTask.extend({ to: z.enum(["creator", "editor"]) }),
  text: ({ title, to }) => ({
    title: `Published: ${title}`,
    description:
      to === "creator"
        ? "The video is published. Open its progress page for the link."
        : "The video you edited is published and appears on your profile.",
  }),
  link: (data) => (data.to === "creator" ? { screen: "progress", taskId: data.taskId } : cardLink(data)),
});
