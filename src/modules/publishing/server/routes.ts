import { commonError } from "#core/error.ts";
import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { Actor, Context } from "#core/server/context.ts";
import { tasksError } from "#modules/tasks/contract.ts";
import { mayEdit } from "#modules/tasks/rules.ts";
import { presentTask, taskFor, updateVideoDetails } from "#modules/tasks/server/actions.ts";

import type { publishingEndpoints } from "../contract.ts";
import { readProgress, retryDelivery, startSession, summarize } from "./actions.ts";
import { authorize, connectChannel, disconnectChannel } from "./connecting.ts";
import type { PublishingParts } from "./parts.ts";

export function publishingHandlers(parts: PublishingParts): Handlers<typeof publishingEndpoints> {
  return {
    updateMetaData: {
      admit: async ({ run, fields }) => run((ctx) => admitDetails(ctx, fields.taskId)),
      handle: async ({ run, fields, files }) =>
        run(async (ctx) => {
          const { taskId, removeThumbnail, ...texts } = fields;
          const received = files.thumbnail[0]?.id;
          const thumbnailFileId = received ?? (removeThumbnail ? null : undefined);
          return presentTask(ctx, await updateVideoDetails(ctx, taskId, { ...texts, thumbnailFileId }));
        }),
    },
    authorize: async ({ actor, query }) =>
      authorize(parts, parts.run, signedIn(actor), query.reconnect === "true"),
    getAccessToken: async ({ actor, body }) => connectChannel(parts, parts.run, signedIn(actor), body),
    summary: async ({ read, params }) => read((ctx) => summarize(ctx, params.taskId, parts)),
    startSession: async ({ run, body }) => run((ctx) => startSession(ctx, body, parts)),
    progress: async ({ read, params }) => read((ctx) => readProgress(ctx, params.taskId, parts)),
    retry: async ({ run, body }) => run((ctx) => retryDelivery(ctx, body, parts)),
    disconnect: async ({ actor }) => {
      await disconnectChannel(parts, parts.run, signedIn(actor));
      return null;
    },
  };
}

/** Refuses what can be refused before the thumbnail is received. */
async function admitDetails(ctx: Context, taskId: number): Promise<void> {
  const task = await taskFor(ctx, taskId);
  if (!mayEdit(task.stage)) throw tasksError("wrong_stage");
}

function signedIn(actor: Actor | null): Actor {
  if (!actor) throw commonError("unauthenticated");
  return actor;
}
