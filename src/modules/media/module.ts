import { endpointGroup, type Module } from "#core/server/module.ts";

import { mediaEndpoints } from "./contract.ts";
import { ownStorage } from "./server/actions.ts";
import type { MediaJobParts } from "./server/job-parts.ts";
import { mediaJobs } from "./server/jobs.ts";
import { mediaData } from "./server/personal-data.ts";
import { type MediaRouteParts, registerMediaRoutes } from "./server/routes.ts";

export const mediaModule: Module<MediaRouteParts & MediaJobParts> = {
  name: "media",
  endpoints: ({ storageQuota }) => [
    endpointGroup(mediaEndpoints, { storage: ({ read }) => read((ctx) => ownStorage(ctx, storageQuota)) }),
  ],
  routes: registerMediaRoutes,
  jobs: mediaJobs,
  personalData: mediaData,
};
