import { defineErrors } from "#core/error.ts";

export const approvalsError = defineErrors({
  approvals_missing: {
    status: 409,
    message: "Not everyone whose approval is required has approved this version. Ask them to review it.",
  },
});
