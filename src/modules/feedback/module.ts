import { endpointGroup, type Module } from "#core/server/module.ts";

import { feedbackEndpoints } from "./contract.ts";
import { exportEndpoints } from "./contract/export.ts";
import { feedbackEventHandlers } from "./server/event-handlers.ts";
import { exportHandlers } from "./server/export/routes.ts";
import { feedbackData } from "./server/personal-data.ts";
import { feedbackHandlers } from "./server/routes.ts";

export const feedbackModule: Module<unknown> = {
  name: "feedback",
  endpoints: () => [
    endpointGroup(feedbackEndpoints, feedbackHandlers()),
    endpointGroup(exportEndpoints, exportHandlers()),
  ],
  eventHandlers: feedbackEventHandlers,
  personalData: feedbackData,
};
