import { endpointGroup, type Module } from "#core/server/module.ts";

import { publishingEndpoints } from "./contract.ts";
import { publishingEventHandlers } from "./server/event-handlers.ts";
import { publishingJobs } from "./server/jobs.ts";
import type { PublishingParts } from "./server/parts.ts";
import { publishingData } from "./server/personal-data.ts";
import { publishingHandlers } from "./server/routes.ts";

export const publishingModule: Module<PublishingParts> = {
  name: "publishing",
  endpoints: (dependencies) => [endpointGroup(publishingEndpoints, publishingHandlers(dependencies))],
  eventHandlers: publishingEventHandlers,
  jobs: publishingJobs,
  personalData: publishingData,
};
