import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineEvent } from "#core/event.ts";
import { task, taskIdText } from "#modules/tasks/contract/tasks.ts";

import { maxWithdrawalReason } from "../rules/versions.ts";

export const withdrawalEndpoints = {
  withdrawVersion: endpoint({
    method: "POST",
    path: "/task/withdraw-version/:id",
    permission: { task: "upload" },
    summary: "Withdraw a version without a decision, so that another one can be uploaded",
    params: z.object({ id: taskIdText }),
    body: z.object({
      version: z.number().int().positive(),
      reason: z
        .string()
        .trim()
        .min(1, "Write why you withdraw this version.")
        .max(maxWithdrawalReason, `Write at most ${maxWithdrawalReason} characters.`),
    }),
    response: task,
    message: "The version was withdrawn. Upload another one.",
  }),
};

/** The editor withdrew a version. `wasInReview` is false for one that was being uploaded or prepared. */
export const versionWithdrawn = defineEvent(
  "review.version_withdrawn",
  z.object({ taskId: z.number(), version: z.number(), reason: z.string(), wasInReview: z.boolean() }),
);
