import { endpointGroup, type Module } from "#core/server/module.ts";

import { tasksEndpoints } from "./contract.ts";
import { contributorsEndpoints } from "./contract/contributors.ts";
import { lockOwningTask } from "./server/actions.ts";
import { contributionsData } from "./server/contributors/personal-data.ts";
import { contributorsHandlers } from "./server/contributors/routes.ts";
import type { TasksDependencies } from "./server/dependencies.ts";
import { tasksEventHandlers } from "./server/event-handlers.ts";
import { tasksJobs } from "./server/jobs.ts";
import { tasksData } from "./server/personal-data.ts";
import { tasksHandlers } from "./server/routes.ts";

export const tasksModule: Module<TasksDependencies> = {
  name: "tasks",
  endpoints: () => [
    endpointGroup(tasksEndpoints, tasksHandlers()),
    endpointGroup(contributorsEndpoints, contributorsHandlers()),
  ],
  eventHandlers: tasksEventHandlers,
  lockOwner: lockOwningTask,
  jobs: tasksJobs,
  personalData: [tasksData, contributionsData],
};
