import type { Run } from "#core/server/context.ts";
import { endpointGroup, type Module } from "#core/server/module.ts";
import type { SpaceParts } from "#modules/media/server/actions.ts";

import { reviewEndpoints } from "./contract.ts";
import { reviewEventHandlers } from "./server/event-handlers.ts";
import { reviewJobs } from "./server/jobs.ts";
import { reviewData } from "./server/personal-data.ts";
import { reviewHandlers } from "./server/routes.ts";

export const reviewModule: Module<SpaceParts & { run: Run }> = {
  name: "review",
  endpoints: (parts) => [endpointGroup(reviewEndpoints, reviewHandlers(parts))],
  eventHandlers: reviewEventHandlers,
  jobs: reviewJobs,
  personalData: reviewData,
};
