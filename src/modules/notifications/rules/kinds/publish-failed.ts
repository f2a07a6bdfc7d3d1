import { z } from "zod";

import { problemMessage, recoveryActionsFor } from "#modules/publishing/rules/problems.ts";
import { isSolvedByDetails } from "#modules/publishing/rules/recovery-actions.ts";

import { creators, defineKind, onTask } from "./kind.ts";

export const publishFailed = defineKind({
  label: "Publishing problems",
  roles: creators,
  managersWith: "publish",
  pictured: true,
  button: "Continue publishing",
  notices: [{ on: "publish_failed", to: "creator", from: null }],
  data: onTask.extend({ code: z.string(), platform: z.string() }),
  text: ({ title, code, platform }) => ({
    title: `Publishing failed: ${title}`,
    description: problemMessage(code, platform),
  }),
  link: ({ code, taskId }) => {
    const recoveryActions = recoveryActionsFor(code, "upload");
    return { screen: isSolvedByDetails({ recoveryActions }) ? "details" : "progress", taskId };
  },
});
