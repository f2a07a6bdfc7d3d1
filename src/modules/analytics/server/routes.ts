import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { channelEndpoints } from "#modules/analytics/contract/channel.ts";
import type { teamEndpoints } from "#modules/analytics/contract/team.ts";
import type { videosEndpoints } from "#modules/analytics/contract/videos.ts";

import { saveSettings } from "./channel/settings.ts";
import { channelSummary } from "./channel/summary.ts";
import { channelFile, listChannelVideos } from "./channel/videos.ts";
import type { AnalyticsDependencies } from "./dependencies.ts";
import { resultsFile } from "./results/files.ts";
import { videoResults } from "./results/video-results.ts";
import { teamFile } from "./team/file.ts";
import { readTeam } from "./team/team.ts";

export function videosHandlers(dependencies: AnalyticsDependencies): Handlers<typeof videosEndpoints> {
  return {
    videoResults: ({ params, query, read }) =>
      read((ctx) => videoResults(ctx, { ...params, ...query }, dependencies)),
    videoResultsFile: ({ params, query, read }) =>
      read((ctx) => resultsFile(ctx, { ...params, ...query }, dependencies)),
  };
}

export function channelHandlers(dependencies: AnalyticsDependencies): Handlers<typeof channelEndpoints> {
  return {
    channel: ({ query, read }) => read((ctx) => channelSummary(ctx, query, dependencies)),
    channelVideos: ({ query, read }) => read((ctx) => listChannelVideos(ctx, query, dependencies)),
    channelFile: ({ query, read }) => read((ctx) => channelFile(ctx, query, dependencies)),
    saveSettings: ({ body, run }) => run((ctx) => saveSettings(ctx, body)),
  };
}

export function teamHandlers(): Handlers<typeof teamEndpoints> {
  return {
    team: ({ query, read }) => read((ctx) => readTeam(ctx, query.days)),
    teamFile: ({ query, read }) => read((ctx) => teamFile(ctx, query.days)),
  };
}
