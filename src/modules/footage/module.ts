import { endpointGroup, type Module } from "#core/server/module.ts";

import { footageEndpoints } from "./contract/files.ts";
import { footageJobs } from "./server/arrival/jobs.ts";
import type { FootageDependencies } from "./server/dependencies.ts";
import { registerZipRoute } from "./server/downloads/zip-route.ts";
import { footageEventHandlers } from "./server/event-handlers.ts";
import { footageHandlers } from "./server/files/routes.ts";
import { footageData } from "./server/personal-data.ts";

export const footageModule: Module<FootageDependencies> = {
  name: "footage",
  endpoints: (dependencies) => [endpointGroup(footageEndpoints, footageHandlers(dependencies))],
  routes: registerZipRoute,
  jobs: footageJobs,
  eventHandlers: footageEventHandlers,
  personalData: footageData,
};
