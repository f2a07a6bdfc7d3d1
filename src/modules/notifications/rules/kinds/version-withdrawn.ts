import { z } from "zod";

import { cardLink, creators, defineKind, onVersion } from "./kind.ts";

export const versionWithdrawn = defineKind({
  label: "Withdrawn versions",
  roles: creators,
  managersWith: "decide",
  // Creators have not been notified of one that was being uploaded or prepared.
  notices: [
    { on: "withdrawn", to: "creator", from: "editor", when: ({ wasInReview }) => wasInReview === true },
  ],
  data: onVersion.extend({ reason: z.string() }),
  text: ({ title, version, reason }) => ({
    title: `Version ${version} withdrawn: ${title}`,
    description: `Your editor withdrew version ${version} and will upload another one. You'll be notified when it's ready to review.\n\nReason: ${reason}`,
  }),
  link: cardLink,
});
