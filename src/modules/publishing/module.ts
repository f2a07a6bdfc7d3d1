import { endpointGroup, type Module } from "#core/server/module.ts";

import { changesEndpoints } from "./contract/changes.ts";
import { deliveriesEndpoints } from "./contract/deliveries.ts";
import { destinationsEndpoints, formEndpoints } from "./contract/destinations.ts";
import { detailsEndpoints } from "./contract/details.ts";
import { publicationsEndpoints } from "./contract/publications.ts";
import { startEndpoints } from "./contract/start.ts";
import { changesHandlers } from "./server/changes/routes.ts";
import { deliveriesHandlers } from "./server/deliveries/routes.ts";
import type { PublishingDependencies } from "./server/dependencies.ts";
import { destinationsHandlers, formHandlers } from "./server/destinations/routes.ts";
import { detailsHandlers } from "./server/details/routes.ts";
import { publishingEventHandlers } from "./server/event-handlers.ts";
import { publishingJobs } from "./server/jobs.ts";
import { publishingData } from "./server/personal-data.ts";
import { publicationsHandlers } from "./server/publications/routes.ts";
import { startHandlers } from "./server/start/routes.ts";

export const publishingModule: Module<PublishingDependencies> = {
  name: "publishing",
  endpoints: (dependencies) => [
    endpointGroup(destinationsEndpoints, destinationsHandlers(dependencies)),
    endpointGroup(formEndpoints, formHandlers(dependencies)),
    endpointGroup(detailsEndpoints, detailsHandlers(dependencies)),
    endpointGroup(startEndpoints, startHandlers(dependencies)),
    endpointGroup(deliveriesEndpoints, deliveriesHandlers(dependencies)),
    endpointGroup(changesEndpoints, changesHandlers(dependencies)),
    endpointGroup(publicationsEndpoints, publicationsHandlers(dependencies)),
  ],
  eventHandlers: publishingEventHandlers,
  jobs: publishingJobs,
  personalData: publishingData,
};
