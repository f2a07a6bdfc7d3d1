import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { contributorsEndpoints } from "#modules/tasks/contract/contributors.ts";

import { presentTask } from "../public/tasks.ts";
import {
  addContributor,
  attachFiles,
  listTaskContributors,
  leaveTask,
  lockAttachable,
  removeContributor,
} from "./contributors.ts";

export function contributorsHandlers(): Handlers<typeof contributorsEndpoints> {
  return {
    contributors: ({ read, params }) => read((ctx) => listTaskContributors(ctx, params.id)),
    addContributor: ({ run, params, body }) => run((ctx) => addContributor(ctx, params.id, body)),
    removeContributor: async ({ run, params }) => {
      await run((ctx) => removeContributor(ctx, params.id, params.personId));
      return null;
    },
    leaveTask: async ({ run, params }) => {
      await run((ctx) => leaveTask(ctx, params.id));
      return null;
    },
    attachFiles: {
      admit: async ({ run, params }) => {
        const { creatorId } = await run((ctx) => lockAttachable(ctx, params.id));
        return { filesCountFor: creatorId };
      },
      handle: ({ run, params, files }) =>
        run(async (ctx) => {
          const fileIds = files.files.map((file) => file.id);
          const thumbnailFileId = files.thumbnail[0]?.id ?? null;
          return presentTask(ctx, await attachFiles(ctx, params.id, { fileIds, thumbnailFileId }));
        }),
    },
  };
}
