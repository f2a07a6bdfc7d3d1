import { endpointGroup, type Module } from "#core/server/module.ts";

import { contributorsEndpoints } from "./contract/contributors.ts";
import { tasksEndpoints } from "./contract/tasks.ts";
import { contributionsData } from "./server/contributors/personal-data.ts";
import { contributorsHandlers } from "./server/contributors/routes.ts";
import type { TasksDependencies } from "./server/dependencies.ts";
import { tasksEventHandlers } from "./server/event-handlers.ts";
import { tasksData } from "./server/personal-data.ts";
import { tasksJobs } from "./server/tasks/jobs.ts";
import { tasksHandlers } from "./server/tasks/routes.ts";

export const tasksModule: Module<TasksDependencies> = {
  name: "tasks",
  endpoints: () => [
    endpointGroup(tasksEndpoints, tasksHandlers()),
    endpointGroup(contributorsEndpoints, contributorsHandlers()),
  ],
  eventHandlers: tasksEventHandlers,
  jobs: tasksJobs,
  personalData: [tasksData, contributionsData],
};
