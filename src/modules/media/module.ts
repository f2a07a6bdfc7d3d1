import { endpointGroup, type Module } from "#core/server/module.ts";

import { mediaEndpoints } from "./contract/videos.ts";
import type { MediaDependencies } from "./server/dependencies.ts";
import { mediaJobs } from "./server/jobs.ts";
import { mediaData } from "./server/personal-data.ts";
import { ownStorage } from "./server/public/media.ts";
import { registerMediaRoutes } from "./server/routes.ts";

export const mediaModule: Module<MediaDependencies> = {
  name: "media",
  endpoints: () => [endpointGroup(mediaEndpoints, { storage: ({ read }) => read(ownStorage) })],
  routes: registerMediaRoutes,
  jobs: mediaJobs,
  personalData: mediaData,
};
