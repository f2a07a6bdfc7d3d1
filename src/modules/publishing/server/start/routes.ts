import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { startEndpoints } from "#modules/publishing/contract/start.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { startDelivery, summarize } from "./actions.ts";
import { readReadiness } from "./readiness.ts";

export function startHandlers(dependencies: PublishingDependencies): Handlers<typeof startEndpoints> {
  return {
    summary: async ({ read, params }) => read((ctx) => summarize(ctx, params.taskId, dependencies)),
    readiness: async ({ read, params }) => read((ctx) => readReadiness(ctx, params.taskId)),
    startDelivery: async ({ run, body }) => run((ctx) => startDelivery(ctx, body, dependencies)),
  };
}
