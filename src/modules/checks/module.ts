import { endpointGroup, type Module } from "#core/server/module.ts";

import { checksEndpoints } from "./contract/checks.ts";
import type { ChecksDependencies } from "./server/dependencies.ts";
import { checksEventHandlers } from "./server/event-handlers.ts";
import { evaluationWorker } from "./server/findings/jobs.ts";
import { checksHandlers } from "./server/findings/routes.ts";
import { checksData } from "./server/personal-data.ts";

export const checksModule: Module<ChecksDependencies> = {
  name: "checks",
  endpoints: () => [endpointGroup(checksEndpoints, checksHandlers())],
  jobs: (dependencies) => [evaluationWorker(dependencies)],
  eventHandlers: checksEventHandlers,
  personalData: checksData,
};
