import { endpointGroup, type Module } from "#core/server/module.ts";

import { notificationsEndpoints } from "./contract/inbox.ts";
import { notificationSettingsEndpoints } from "./contract/settings.ts";
import type { NotificationsDependencies } from "./server/dependencies.ts";
import { notificationsEventHandlers } from "./server/event-handlers.ts";
import { notificationsHandlers, settingsHandlers, oneClickRoute } from "./server/inbox/routes.ts";
import { notificationsJobs } from "./server/jobs.ts";
import { notificationsData } from "./server/personal-data.ts";

export const notificationsModule: Module<NotificationsDependencies> = {
  name: "notifications",
  endpoints: ({ push, log }) => [
    endpointGroup(notificationsEndpoints, notificationsHandlers({ log })),
    endpointGroup(notificationSettingsEndpoints, settingsHandlers({ push })),
  ],
  routes: oneClickRoute,
  eventHandlers: notificationsEventHandlers,
  jobs: notificationsJobs,
  personalData: notificationsData,
};
