import { endpointGroup, type Module } from "#core/server/module.ts";

import { feedbackEndpoints } from "./contract/comments.ts";
import { countEndpoints } from "./contract/counts.ts";
import { decisionEndpoints } from "./contract/decisions.ts";
import { exportEndpoints } from "./contract/export.ts";
import { guestEndpoints, guestLinkEndpoints } from "./contract/guests.ts";
import { countHandlers, decisionHandlers, feedbackHandlers } from "./server/comments/routes.ts";
import type { FeedbackDependencies } from "./server/dependencies.ts";
import { feedbackEventHandlers } from "./server/event-handlers.ts";
import { exportHandlers } from "./server/export/routes.ts";
import { guestHandlers, guestLinkHandlers } from "./server/guests/routes.ts";
import { feedbackData, guestLinkData } from "./server/personal-data.ts";
import { stillsWorker } from "./server/stills/jobs.ts";

export const feedbackModule: Module<FeedbackDependencies> = {
  name: "feedback",
  endpoints: (dependencies) => [
    endpointGroup(feedbackEndpoints, feedbackHandlers()),
    endpointGroup(countEndpoints, countHandlers()),
    endpointGroup(decisionEndpoints, decisionHandlers()),
    endpointGroup(exportEndpoints, exportHandlers()),
    endpointGroup(guestLinkEndpoints, guestLinkHandlers()),
    endpointGroup(guestEndpoints, guestHandlers(dependencies)),
  ],
  jobs: (dependencies) => [stillsWorker(dependencies)],
  eventHandlers: feedbackEventHandlers,
  personalData: [feedbackData, guestLinkData],
};
