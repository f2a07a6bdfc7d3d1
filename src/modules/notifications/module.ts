import type { Mail } from "#adapters/mail/mail.ts";
import { endpointGroup, type Module } from "#core/server/module.ts";

import { notificationsEndpoints } from "./contract.ts";
import { notificationSettingsEndpoints } from "./contract/settings.ts";
import { notificationsEventHandlers } from "./server/event-handlers.ts";
import { commentsWorker, type NotificationsJobDependencies, notificationsJobs } from "./server/jobs.ts";
import { notificationsData } from "./server/personal-data.ts";
import { mergedPushWorker, type PushWorkerDependencies, pushWorker } from "./server/push/worker.ts";
import { notificationsHandlers, settingsHandlers, oneClickRoute } from "./server/routes.ts";

type Dependencies = Omit<NotificationsJobDependencies, "mail"> &
  PushWorkerDependencies & { mail: Mail | null };

export const notificationsModule: Module<Dependencies> = {
  name: "notifications",
  endpoints: ({ push }) => [
    endpointGroup(notificationsEndpoints, notificationsHandlers()),
    endpointGroup(notificationSettingsEndpoints, settingsHandlers({ push })),
  ],
  routes: oneClickRoute,
  eventHandlers: notificationsEventHandlers,
  jobs: ({ mail, ...dependencies }) => [
    pushWorker(dependencies),
    mergedPushWorker(dependencies),
    commentsWorker(dependencies),
    ...(mail ? notificationsJobs({ ...dependencies, mail }) : []),
  ],
  personalData: notificationsData,
};
