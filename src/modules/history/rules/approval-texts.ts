import { approvalsText, type TaskEventTable, toVersion } from "./event-texts.ts";

type ApprovalKind = "approval_given" | "approval_withdrawn" | "approved" | "approval_undone";

/** Texts of the events about approvals. Creator and required approvers are notified only where several people approve. */
export const approvalEvents: Pick<TaskEventTable, ApprovalKind> = {
  approval_given: {
    history: "{Version} approved",
    assistant: null,
    notifications: [
      {
        kind: "approved",
        to: "creator",
        from: "creator",
        title: "Approval given",
        text: ({ version, approvals: { given, approverIds } }) =>
          `Version ${version} has ${approvalsText(given, approverIds.length)}.`,
        path: toVersion,
      },
    ],
  },
  approval_withdrawn: { history: "Approval of {version} withdrawn", assistant: null, notifications: [] },
  approved: {
    history: "{Version} approved",
    assistant: "{Version} of {task} was approved",
    notifications: [
      {
        kind: "approved",
        to: "editor",
        from: "creator",
        title: "Approved",
        text: "{Version} was approved and will be published. No action needed.",
        path: toVersion,
      },
      {
        kind: "approved",
        to: "creator",
        from: "creator",
        title: "Approved",
        text: "{Version} has all required approvals and can be published.",
        path: toVersion,
        when: ({ approvals }) => approvals !== null,
      },
    ],
    reviewed: { title: "Approved", text: "{Version} was approved." },
  },
  approval_undone: {
    history: "{Version} is back in review",
    assistant: "{Version} of {task} is in review again",
    notifications: [
      {
        kind: "approval_undone",
        to: "editor",
        from: "creator",
        title: "Back in review",
        text: "The approval of {version} was undone. No action needed.",
        path: toVersion,
      },
    ],
  },
};
