import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { detailsEndpoints } from "#modules/publishing/contract/details.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { requireActor } from "../require-actor.ts";
import { retryAdditions } from "./additions.ts";
import { addCaption, removeCaption } from "./captions.ts";
import { createChannelChoices, createPlaylist } from "./channel-choices.ts";
import { channelHealth } from "./channel-health.ts";
import { deletePreset, presetsOf, renamePreset, savePreset } from "./presets.ts";
import { readDetails } from "./video-details.ts";

export function detailsHandlers(dependencies: PublishingDependencies): Handlers<typeof detailsEndpoints> {
  const readChoices = createChannelChoices(dependencies);
  return {
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
    presets: async ({ read, actor }) => read((ctx) => presetsOf(ctx, requireActor(actor).id)),
    savePreset: async ({ run, body }) => run((ctx) => savePreset(ctx, body)),
    renamePreset: async ({ run, params, body }) => run((ctx) => renamePreset(ctx, { ...params, ...body })),
    deletePreset: async ({ run, params }) => {
      await run((ctx) => deletePreset(ctx, params.presetId));
      return null;
    },
  };
}
