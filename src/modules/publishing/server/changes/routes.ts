import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { changesEndpoints } from "#modules/publishing/contract/changes.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { admitChanges, readChanges, resendChanges, saveChanges } from "./save.ts";

export function changesHandlers(dependencies: PublishingDependencies): Handlers<typeof changesEndpoints> {
  return {
    changes: async ({ read, params }) => read((ctx) => readChanges(ctx, params.taskId, dependencies)),
    saveChanges: {
      admit: async ({ read, params }) => read((ctx) => admitChanges(ctx, params.taskId)),
      handle: async ({ run, params, fields, files }) => {
        const thumbnailFileId = files.thumbnail[0]?.id;
        return run((ctx) => saveChanges(ctx, { ...params, ...fields, thumbnailFileId }, dependencies));
      },
    },
    resendChanges: async ({ run, params }) => run((ctx) => resendChanges(ctx, params.taskId, dependencies)),
  };
}
