import { endpointGroup, type Module } from "#core/server/module.ts";
import type { FrameStillParts } from "#modules/media/server/actions/frame-stills.ts";

import { feedbackEndpoints } from "./contract.ts";
import { exportEndpoints } from "./contract/export.ts";
import { feedbackEventHandlers } from "./server/event-handlers.ts";
import { exportHandlers } from "./server/export/routes.ts";
import { feedbackData } from "./server/personal-data.ts";
import { feedbackHandlers } from "./server/routes.ts";
import { stillsWorker } from "./server/stills/jobs.ts";

export const feedbackModule: Module<FrameStillParts> = {
  name: "feedback",
  endpoints: () => [
    endpointGroup(feedbackEndpoints, feedbackHandlers()),
    endpointGroup(exportEndpoints, exportHandlers()),
  ],
  jobs: (parts) => [stillsWorker(parts)],
  eventHandlers: feedbackEventHandlers,
  personalData: feedbackData,
};
