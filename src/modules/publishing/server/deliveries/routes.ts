import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { ReadContext } from "#core/server/context.ts";
import type { publishingEndpoints } from "#modules/publishing/contract.ts";
import type { recoveryEndpoints } from "#modules/publishing/contract/deliveries.ts";
import type { publicationsEndpoints } from "#modules/publishing/contract/publications.ts";
import { tasksError } from "#modules/tasks/contract.ts";
import { mayEdit } from "#modules/tasks/rules.ts";
import { presentTask, taskFor, updateVideoDetails } from "#modules/tasks/server/actions.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { authorize, connectChannel, disconnect } from "../destinations/authorization.ts";
import { saveOptions } from "../details/queries.ts";
import { listPublications } from "../publications/publications.ts";
import { requireActor } from "../require-actor.ts";
import { readStatus, startDelivery, summarize } from "../start/actions.ts";
import { readProgress } from "./progress.ts";
import { cancelDelivery, retryDelivery, sendVersionBack, tryNow } from "./recovery.ts";

export function publishingHandlers(
  dependencies: PublishingDependencies,
): Handlers<typeof publishingEndpoints> {
  return {
    updateMetaData: {
      admit: async ({ read, fields }) => read((ctx) => requireEditable(ctx, fields.taskId)),
      handle: async ({ run, fields, files }) =>
        run(async (ctx) => {
          const { taskId, removeThumbnail, options, ...texts } = fields;
          const received = files.thumbnail[0]?.id;
          const thumbnailFileId = received ?? (removeThumbnail ? null : undefined);
          const task = await updateVideoDetails(ctx, taskId, { ...texts, thumbnailFileId });
          if (options) await saveOptions(ctx.tx, taskId, options);
          return presentTask(ctx, task);
        }),
    },
    authorize: async ({ actor, query }) =>
      authorize(dependencies, requireActor(actor), { reconnect: query.reconnect === "true" }),
    getAccessToken: async ({ actor, body }) => connectChannel(dependencies, requireActor(actor), body),
    summary: async ({ read, params }) => read((ctx) => summarize(ctx, params.taskId, dependencies)),
    startDelivery: async ({ run, body }) => run((ctx) => startDelivery(ctx, body, dependencies)),
    progress: async ({ read, params }) => read((ctx) => readProgress(ctx, params.taskId, dependencies)),
    status: async ({ read, params }) => read((ctx) => readStatus(ctx, params.taskId)),
    disconnect: async ({ actor, query }) => {
      await disconnect(dependencies, requireActor(actor), query.destinationId);
      return null;
    },
  };
}

export function recoveryHandlers(dependencies: PublishingDependencies): Handlers<typeof recoveryEndpoints> {
  return {
    retry: async ({ run, body }) => run((ctx) => retryDelivery(ctx, body, dependencies)),
    tryNow: async ({ run, body }) => run((ctx) => tryNow(ctx, body, dependencies)),
    cancel: async ({ run, body }) => run((ctx) => cancelDelivery(ctx, body, dependencies)),
    sendBack: async ({ run, body }) => {
      await run((ctx) => sendVersionBack(ctx, body.taskId, body.feedback));
      return null;
    },
  };
}

export function publicationsHandlers(
  dependencies: PublishingDependencies,
): Handlers<typeof publicationsEndpoints> {
  return {
    publications: async ({ read, query }) => read((ctx) => listPublications(ctx, query, dependencies)),
  };
}

/** Checks the task's stage before the thumbnail is received. */
async function requireEditable(ctx: ReadContext, taskId: number): Promise<void> {
  const task = await taskFor(ctx, taskId);
  if (!mayEdit(task.stage)) throw tasksError("wrong_stage");
}
