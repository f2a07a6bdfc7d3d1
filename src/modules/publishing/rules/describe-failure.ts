import { recoveryActionsFor } from "./actions-by-problem.ts";
import { feedbackFor } from "./feedback.ts";
import { isCancelled } from "./problem-codes.ts";
import { problemHeadline, problemMessage } from "./problems.ts";
import type { DeliveryStep } from "./progress.ts";

/** What the creator reads, and can do, about a delivery that ended with a problem at a step. `platform` is the platform's name. */
export function describeFailure(code: string, step: DeliveryStep, platform: string) {
  return {
    headline: problemHeadline(code, platform),
    problem: problemMessage(code, platform),
    cancelled: isCancelled(code),
    recoveryActions: recoveryActionsFor(code, step),
    feedback: feedbackFor(code, platform),
  };
}
