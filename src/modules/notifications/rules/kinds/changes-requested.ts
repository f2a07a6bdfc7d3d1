import { z } from "zod";

import { defineKind, editors, onVersion, versionLink } from "./kind.ts";

export const changesRequested = defineKind({
  label: "Requested changes",
  roles: editors,
  button: "View the feedback",
  pictured: true,
  notices: [{ on: "changes_requested", to: "editor", from: "creator" }],
  data: onVersion.extend({ feedback: z.string(), openComments: z.number().default(0) }),
  text: ({ title, feedback, openComments }) => {
    const comments =
      openComments === 1 ? "There is 1 open comment." : `There are ${openComments} open comments.`;
    return {
      title: `Changes requested: ${title}`,
      description: [feedback, openComments > 0 ? comments : ""].filter(Boolean).join("\n\n"),
    };
  },
  link: versionLink,
});
