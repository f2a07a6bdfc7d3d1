import { z } from "zod";

import { creators, defineKind, expiryText, onReview, versionLink } from "./kind.ts";

/** Kinds that ask the creator for a decision on a version, until one of these events. */
const request = {
  roles: creators,
  managersWith: "decide",
  pictured: true,
  data: onReview,
  link: versionLink,
  ends: {
    approved: { title: "Approved", text: "Version {version} was approved." },
    changes_requested: {
      title: "Changes requested",
      text: "Version {version} was reviewed.",
      byReader: " You requested changes.",
    },
    window_extended: {
      title: "Review extended",
      text: "Version {version} is in review.",
      byReader: " You extended its review window.",
    },
    withdrawn: { title: "Version withdrawn", text: "Version {version} was withdrawn by its editor." },
    expired: { title: "Review ended", text: "Version {version} expired without a decision." },
  },
} as const;

export const readyToReview = defineKind({
  ...request,
  // Counted by the technical check so far: none is no statement that the version is fine.
  data: onReview.extend({ findings: z.number().default(0) }),
  briefed: true,
  label: "Versions ready to review",
  notices: [{ on: "in_review", to: "creator", from: "editor" }],
  text: (data, reader) => ({
    title: `Ready to review: ${data.title}`,
    description: `Version ${data.version} is ready for review${findingsText(data.findings)}. It expires ${expiryText(data, reader)}.`,
  }),
});

function findingsText(count: number): string {
  if (count === 0) return "";
  return `, with ${count} ${count === 1 ? "finding" : "findings"} of the technical check`;
}

export const windowClosing = defineKind({
  ...request,
  label: "Reviews that end soon",
  notices: [{ on: "window_closing", to: "creator", from: null }],
  text: (data, reader) => ({
    title: `Review ends soon: ${data.title}`,
    description: `Version ${data.version} expires ${expiryText(data, reader)}. Approve or reject it, or extend the review before then.`,
  }),
});

export const extensionRequested = defineKind({
  ...request,
  label: "Requests to extend a review",
  notices: [{ on: "extension_requested", to: "creator", from: "editor" }],
  text: (data, reader) => ({
    title: `More time requested: ${data.title}`,
    description: `Version ${data.version} expires ${expiryText(data, reader)}. Your editor asks you to extend the review.`,
  }),
});
