import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { ReadContext } from "#core/server/context.ts";
import type { detailsEndpoints } from "#modules/publishing/contract/details.ts";
import { tasksError } from "#modules/tasks/contract/tasks.ts";
import { mayEdit } from "#modules/tasks/rules/stages.ts";
import { presentTask, taskFor, updateVideoDetails } from "#modules/tasks/server/public/tasks.ts";

import { requireActor } from "../deliveries/require-actor.ts";
import type { PublishingDependencies } from "../dependencies.ts";
import { retryAdditions } from "./captions.ts";
import { addCaption, removeCaption } from "./captions.ts";
import { createChannelChoices, createPlaylist } from "./channel-choices.ts";
import { channelHealth } from "./channel-health.ts";
import { deletePreset, listPresets, renamePreset, savePreset } from "./presets.ts";
import { saveOptions } from "./queries.ts";
import { readDetails } from "./video-details.ts";

export function detailsHandlers(dependencies: PublishingDependencies): Handlers<typeof detailsEndpoints> {
  const readChoices = createChannelChoices(dependencies);
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
    details: async ({ read, params }) => read((ctx) => readDetails(ctx, params.taskId, dependencies)),
    choices: async ({ actor, params }) => readChoices(requireActor(actor), params.taskId),
    channelHealth: async ({ actor, query }) =>
      channelHealth(dependencies, requireActor(actor), query.destinationId),
    createPlaylist: async ({ actor, body }) => createPlaylist(dependencies, requireActor(actor), body),
    addCaption: async ({ run, params, body }) =>
      run((ctx) => addCaption(ctx, { ...params, ...body }, dependencies)),
    removeCaption: async ({ run, params }) => {
      await run((ctx) => removeCaption(ctx, params));
      return null;
    },
    sendAdditions: async ({ run, params }) => {
      await run((ctx) => retryAdditions(ctx, params.taskId));
      return null;
    },
    presets: async ({ read, actor }) => read((ctx) => listPresets(ctx, requireActor(actor).id)),
    savePreset: async ({ run, body }) => run((ctx) => savePreset(ctx, body)),
    renamePreset: async ({ run, params, body }) => run((ctx) => renamePreset(ctx, { ...params, ...body })),
    deletePreset: async ({ run, params }) => {
      await run((ctx) => deletePreset(ctx, params.presetId));
      return null;
    },
  };
}

/** Checks the task's stage before the thumbnail is received. */
async function requireEditable(ctx: ReadContext, taskId: number): Promise<void> {
  const task = await taskFor(ctx, taskId, "publish");
  if (!mayEdit(task.stage)) throw tasksError("wrong_stage");
}
