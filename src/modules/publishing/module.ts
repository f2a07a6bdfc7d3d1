import { endpointGroup, type Module } from "#core/server/module.ts";

import { publishingEndpoints } from "./contract.ts";
import { changesEndpoints } from "./contract/changes.ts";
import { recoveryEndpoints } from "./contract/deliveries.ts";
import { destinationsEndpoints } from "./contract/destinations.ts";
import { detailsEndpoints } from "./contract/details.ts";
import { publicationsEndpoints } from "./contract/publications.ts";
import { changesHandlers } from "./server/changes/routes.ts";
import { publicationsHandlers, publishingHandlers, recoveryHandlers } from "./server/deliveries/routes.ts";
import type { PublishingDependencies } from "./server/dependencies.ts";
import { destinationsHandlers } from "./server/destinations/routes.ts";
import { detailsHandlers } from "./server/details/routes.ts";
import { publishingEventHandlers } from "./server/event-handlers.ts";
import { publishingJobs } from "./server/jobs.ts";
import { publishingData } from "./server/personal-data.ts";

export const publishingModule: Module<PublishingDependencies> = {
  name: "publishing",
  endpoints: (dependencies) => [
    endpointGroup(publishingEndpoints, publishingHandlers(dependencies)),
    endpointGroup(destinationsEndpoints, destinationsHandlers(dependencies)),
    endpointGroup(detailsEndpoints, detailsHandlers(dependencies)),
    endpointGroup(changesEndpoints, changesHandlers(dependencies)),
    endpointGroup(publicationsEndpoints, publicationsHandlers(dependencies)),
    endpointGroup(recoveryEndpoints, recoveryHandlers(dependencies)),
  ],
  eventHandlers: publishingEventHandlers,
  jobs: publishingJobs,
  personalData: publishingData,
};
