import { z } from "zod";

import { taskUpdatePath } from "#core/paths.ts";
import { problemMessage } from "#modules/publishing/rules/problems.ts";

import { creators, defineKind, onTask } from "./kind.ts";

export const publishFailed = defineKind({
  label: "Publishing problems",
  roles: creators,
  managersWith: "publish",
  pictured: true,
  notices: [{ on: "publish_failed", to: "creator", from: null }],
  /** `path` is the page of the step that solves the problem. */
  data: onTask.extend({ code: z.string(), platform: z.string(), path: z.string() }),
  text: ({ title, code, platform }) => ({
    title: `Publishing failed: ${title}`,
    description: problemMessage(code, platform),
  }),
  link: ({ path, taskId }) => ({ screen: path === taskUpdatePath(taskId) ? "details" : "progress", taskId }),
});
