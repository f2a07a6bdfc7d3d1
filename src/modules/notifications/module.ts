import type { Mail } from "#adapters/mail/mail.ts";
import { endpointGroup, type Module } from "#core/server/module.ts";

import { notificationsEndpoints } from "./contract.ts";
import { notificationsEventHandlers } from "./server/event-handlers.ts";
import { type NotificationsJobDependencies, notificationsJobs } from "./server/jobs.ts";
import { notificationsData } from "./server/personal-data.ts";
import { notificationsHandlers, oneClickRoute } from "./server/routes.ts";

type Dependencies = Omit<NotificationsJobDependencies, "mail"> & { mail: Mail | null };

export const notificationsModule: Module<Dependencies, { mail: Mail | null }> = {
  name: "notifications",
  endpoints: ({ mail }) => [
    endpointGroup(notificationsEndpoints, notificationsHandlers({ emailAvailable: mail !== null })),
  ],
  routes: oneClickRoute,
  eventHandlers: ({ mail }) => notificationsEventHandlers({ emailEnabled: mail !== null }),
  jobs: ({ mail, ...dependencies }) => (mail ? notificationsJobs({ ...dependencies, mail }) : []),
  personalData: notificationsData,
};
