import type { Run } from "#core/server/context.ts";
import { endpointGroup, type Module } from "#core/server/module.ts";

import { reviewEndpoints } from "./contract.ts";
import { reviewEventHandlers } from "./server/event-handlers.ts";
import { reviewJobs } from "./server/jobs.ts";
import { reviewData } from "./server/personal-data.ts";
import { reviewHandlers } from "./server/routes.ts";

export const reviewModule: Module<{ run: Run }, { reviewWindowSeconds: number }> = {
  name: "review",
  endpoints: () => [endpointGroup(reviewEndpoints, reviewHandlers())],
  eventHandlers: ({ reviewWindowSeconds }) => reviewEventHandlers({ windowSeconds: reviewWindowSeconds }),
  jobs: reviewJobs,
  personalData: reviewData,
};
