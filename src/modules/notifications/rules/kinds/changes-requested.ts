import { z } from "zod";

import { defineKind, editors, onVersion, versionLink } from "./kind.ts";

export const changesRequested = defineKind({
  label: "Requested changes",
  roles: editors,
  button: "View the feedback",
  pictured: true,
  notices: [{ on: "changes_requested", to: "editor", from: "creator" }],
  data: onVersion.extend({ feedback: z.string(), openComments: z.number().default(0) }),
  text: ({ title, version, feedback, openComments }) => {
    const comments = `Version ${version} has ${openComments} open ${openComments === 1 ? "comment" : "comments"}.`;
    return {
      title: `Changes requested: ${title}`,
      description: [feedback, openComments > 0 ? comments : ""].filter(Boolean).join("\n\n"),
    };
  },
  link: versionLink,
});
