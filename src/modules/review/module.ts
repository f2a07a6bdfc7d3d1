import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Run } from "#core/server/context.ts";
import { endpointGroup, type Module } from "#core/server/module.ts";
import { requireUploadSpace } from "#modules/media/server/actions.ts";

import { reviewEndpoints } from "./contract.ts";
import { reviewEventHandlers } from "./server/event-handlers.ts";
import { reviewJobs } from "./server/jobs.ts";
import { reviewData } from "./server/personal-data.ts";
import { reviewHandlers } from "./server/routes.ts";

export const reviewModule: Module<{ run: Run; storage: ObjectStorage }, { reviewWindowSeconds: number }> = {
  name: "review",
  endpoints: ({ storage }) => [
    endpointGroup(
      reviewEndpoints,
      reviewHandlers({ requireSpace: (bytes) => requireUploadSpace(storage, bytes) }),
    ),
  ],
  eventHandlers: ({ reviewWindowSeconds }) => reviewEventHandlers({ windowSeconds: reviewWindowSeconds }),
  jobs: reviewJobs,
  personalData: reviewData,
};
