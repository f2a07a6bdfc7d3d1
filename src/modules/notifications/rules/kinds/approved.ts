import { z } from "zod";

import { approvalsText } from "#modules/history/rules/texts.ts";
import { requiredApprovals } from "#modules/review/contract/approval.ts";

import { defineKind, editors, onVersion, versionLink } from "./kind.ts";

/** Approvals of a version. Creators and required approvers are notified only where several people approve. */
export const approved = defineKind({
  label: "Approved versions",
  roles: editors,
  approvers: true,
  pictured: true,
  notices: [
    { on: "approval_given", to: "creator", from: "creator" },
    { on: "approved", to: "editor", from: "creator" },
    { on: "approved", to: "creator", from: "creator", when: ({ approvals }) => Boolean(approvals) },
  ],
  data: onVersion.extend({
    event: z.enum(["approval_given", "approved"]),
    to: z.enum(["creator", "editor"]),
    approvals: requiredApprovals.nullish(),
  }),
  text: ({ event, to, title, version, approvals }) => {
    if (event === "approval_given") {
      const count = approvalsText(approvals?.given ?? 0, approvals?.approverIds.length ?? 0);
      return { title: `Approval given: ${title}`, description: `Version ${version} has ${count}.` };
    }
    return {
      title: `Approved: ${title}`,
      description:
        to === "editor"
          ? `Version ${version} was approved and will be published. No action needed.`
          : `Version ${version} has all required approvals and can be published.`,
    };
  },
  link: versionLink,
});
