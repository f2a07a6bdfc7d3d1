import { defineKind, editors, onVersion, versionLink } from "./kind.ts";

export const approvalUndone = defineKind({
  label: "Approvals that were undone",
  roles: editors,
  pictured: true,
  notices: [{ on: "approval_undone", to: "editor", from: "creator" }],
  data: onVersion,
  text: ({ title, version }) => ({
    title: `Back in review: ${title}`,
    description: `The approval of version ${version} was undone. No action needed.`,
  }),
  link: versionLink,
});
