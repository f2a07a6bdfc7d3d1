import { z } from "zod";

import { cardLink, defineKind, creatorsAndEditors, onTask } from "./kind.ts";

const texts = {
  editor: "The review window ended without a decision, and the video was deleted. Upload your version again.",
  creator: "The video was deleted. We asked your editor to upload it again.",
  withoutEditor: "The video was deleted. Choose another editor for this task.",
};

export const windowEnded = defineKind({
  label: "Reviews that ended",
  roles: creatorsAndEditors,
  managersWith: "decide",
  notices: [
    { on: "expired", to: "editor", from: null },
    { on: "expired", to: "creator", from: null },
  ],
  data: onTask.extend({ to: z.enum(["creator", "editor"]), hasEditor: z.boolean() }),
  text: ({ to, hasEditor, title }) => ({
    title: `${to === "editor" ? "Upload again" : "Review window ended"}: ${title}`,
    description: texts[to === "creator" && !hasEditor ? "withoutEditor" : to],
  }),
  link: cardLink,
});
