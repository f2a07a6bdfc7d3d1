import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Run } from "#core/server/context.ts";
import { endpointGroup, type Module } from "#core/server/module.ts";
import { requireUploadSpace } from "#modules/media/server/actions.ts";

import { reviewEndpoints } from "./contract.ts";
import type { CountOpenComments } from "./server/decisions.ts";
import { reviewEventHandlers } from "./server/event-handlers.ts";
import { reviewJobs } from "./server/jobs.ts";
import { reviewData } from "./server/personal-data.ts";
import { reviewHandlers } from "./server/routes.ts";

interface Dependencies {
  run: Run;
  storage: ObjectStorage;
  /** Bytes that each user may store; null without a limit. */
  storageQuota: number | null;
  countOpenComments: CountOpenComments;
}

export const reviewModule: Module<Dependencies, { reviewWindowSeconds: number }> = {
  name: "review",
  endpoints: ({ storage, storageQuota, countOpenComments }) => [
    endpointGroup(
      reviewEndpoints,
      reviewHandlers({
        requireSpace: (ctx, upload) => requireUploadSpace(ctx, { storage, storageQuota }, upload),
        countOpenComments,
      }),
    ),
  ],
  eventHandlers: ({ reviewWindowSeconds }) => reviewEventHandlers({ windowSeconds: reviewWindowSeconds }),
  jobs: reviewJobs,
  personalData: reviewData,
};
