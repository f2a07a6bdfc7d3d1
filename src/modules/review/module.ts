import { endpointGroup, type Module } from "#core/server/module.ts";

import { reviewEndpoints } from "./contract/versions.ts";
import { withdrawalEndpoints } from "./contract/withdrawals.ts";
import type { ReviewDependencies } from "./server/dependencies.ts";
import { reviewEventHandlers } from "./server/event-handlers.ts";
import { approvalsData, reviewData } from "./server/personal-data.ts";
import { reviewHandlers, withdrawalHandlers } from "./server/versions/routes.ts";
import { reviewJobs } from "./server/window/jobs.ts";

export const reviewModule: Module<ReviewDependencies> = {
  name: "review",
  endpoints: (dependencies) => [
    endpointGroup(reviewEndpoints, reviewHandlers(dependencies)),
    endpointGroup(withdrawalEndpoints, withdrawalHandlers()),
  ],
  eventHandlers: reviewEventHandlers,
  jobs: reviewJobs,
  personalData: [reviewData, approvalsData],
};
