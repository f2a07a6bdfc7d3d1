import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { readProgress, readStatus } from "./progress.ts";
import { cancelDelivery, leaveOut, retryDelivery, sendVersionBack, tryNow } from "./recovery.ts";

export function deliveriesHandlers(
  dependencies: PublishingDependencies,
): Handlers<typeof deliveriesEndpoints> {
  return {
    progress: async ({ read, params }) => read((ctx) => readProgress(ctx, params.taskId, dependencies)),
    status: async ({ read, params }) => read((ctx) => readStatus(ctx, params.taskId)),
    retry: async ({ run, body }) => run((ctx) => retryDelivery(ctx, body, dependencies)),
    tryNow: async ({ run, body }) => run((ctx) => tryNow(ctx, body, dependencies)),
    cancel: async ({ run, body }) => run((ctx) => cancelDelivery(ctx, body, dependencies)),
    sendBack: async ({ run, body }) => {
      await run((ctx) => sendVersionBack(ctx, body.taskId, body.feedback));
      return null;
    },
    leaveOut: async ({ run, body }) => run((ctx) => leaveOut(ctx, body, dependencies)),
  };
}
