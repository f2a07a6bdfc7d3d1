import { endpointGroup, type Module } from "#core/server/module.ts";

import { channelEndpoints } from "./contract/channel.ts";
import { teamEndpoints } from "./contract/team.ts";
import { videosEndpoints } from "./contract/videos.ts";
import type { AnalyticsDependencies } from "./server/dependencies.ts";
import { analyticsEventHandlers } from "./server/event-handlers.ts";
import { fetchJobs } from "./server/fetch/jobs.ts";
import { analyticsData } from "./server/personal-data.ts";
import { picturesWorker } from "./server/pictures/jobs.ts";
import { channelHandlers, teamHandlers, videosHandlers } from "./server/routes.ts";

export const analyticsModule: Module<AnalyticsDependencies> = {
  name: "analytics",
  endpoints: (dependencies) => [
    endpointGroup(videosEndpoints, videosHandlers(dependencies)),
    endpointGroup(channelEndpoints, channelHandlers(dependencies)),
    endpointGroup(teamEndpoints, teamHandlers()),
  ],
  eventHandlers: analyticsEventHandlers,
  jobs: (dependencies) => [...fetchJobs(dependencies), picturesWorker(dependencies)],
  personalData: analyticsData,
};
