import type { Run } from "#core/server/context.ts";
import { endpointGroup, type Module } from "#core/server/module.ts";

import { tasksEndpoints } from "./contract.ts";
import { lockOwningTask } from "./server/actions.ts";
import { tasksEventHandlers } from "./server/event-handlers.ts";
import { tasksJobs } from "./server/jobs.ts";
import { tasksData } from "./server/personal-data.ts";
import { tasksHandlers } from "./server/routes.ts";

export const tasksModule: Module<{ run: Run }> = {
  name: "tasks",
  endpoints: () => [endpointGroup(tasksEndpoints, tasksHandlers())],
  eventHandlers: tasksEventHandlers,
  lockOwner: lockOwningTask,
  jobs: tasksJobs,
  personalData: tasksData,
};
