import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { call } from "#core/web/client.ts";
import {
  type ChannelChoices,
  type ChannelHealth,
  detailsEndpoints,
  type Preset,
  type PublishDetails,
} from "#modules/publishing/contract/details.ts";
import type { DetailsInput } from "#modules/publishing/rules/details-input.ts";
import type { Task } from "#modules/tasks/contract.ts";

import { destinationsKey, detailsKey } from "../query-keys.ts";

/** Options, captions and playlists of a task's video. */
export function detailsQuery(taskId: number) {
  return queryOptions({
    queryKey: [...detailsKey, taskId] as const,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<PublishDetails> =>
      (
        await call(
          detailsEndpoints.details,
          { params: { taskId } },
          { fallback: "Failed to fetch task data", signal },
        )
      ).data,
  });
}

/** Categories, and playlists of a task's channels. */
export function choicesQuery(taskId: number) {
  return queryOptions({
    queryKey: [...destinationsKey, taskId, "choices"] as const,
    queryFn: async ({ signal }): Promise<ChannelChoices> =>
      (await call(detailsEndpoints.choices, { params: { taskId } }, { signal })).data,
  });
}

/** What limits publishing on a channel. */
export function healthQuery(destinationId: string) {
  return queryOptions({
    queryKey: ["channel-health", destinationId] as const,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<ChannelHealth> =>
      (await call(detailsEndpoints.channelHealth, { query: { destinationId } }, { signal })).data,
  });
}

export const presetsQuery = queryOptions({
  queryKey: ["detail-presets"] as const,
  queryFn: async ({ signal }): Promise<Preset[]> =>
    (await call(detailsEndpoints.presets, {}, { signal })).data,
});

export async function addCaption(taskId: number, body: z.input<typeof detailsEndpoints.addCaption.body>) {
  return call(detailsEndpoints.addCaption, { params: { taskId }, body });
}

export async function removeCaption(taskId: number, captionId: string) {
  return call(detailsEndpoints.removeCaption, { params: { taskId, captionId } });
}

export async function sendAdditions(taskId: number) {
  return call(detailsEndpoints.sendAdditions, { params: { taskId } });
}

export async function createPlaylist(body: z.input<typeof detailsEndpoints.createPlaylist.body>) {
  return call(detailsEndpoints.createPlaylist, { body });
}

export async function savePreset(body: z.input<typeof detailsEndpoints.savePreset.body>) {
  return call(detailsEndpoints.savePreset, { body });
}

export async function renamePreset({ presetId, name }: { presetId: string; name: string }) {
  return call(detailsEndpoints.renamePreset, { params: { presetId }, body: { name } });
}

export async function deletePreset(presetId: string) {
  return call(detailsEndpoints.deletePreset, { params: { presetId } });
}

export interface ChosenThumbnail {
  thumbnail: File | null;
  removeThumbnail: boolean;
}

/** Saves the video's details. Returns the task and the server's message. */
export async function saveDetails(
  taskId: number,
  details: DetailsInput,
  { thumbnail, removeThumbnail }: ChosenThumbnail,
): Promise<{ data: Task; message: string }> {
  const { title, description, tags, madeForKids, options } = details;
  const fields = {
    title,
    description,
    taskId,
    tags: JSON.stringify(tags),
    options: JSON.stringify(options),
    madeForKids: madeForKids ? ("true" as const) : ("false" as const),
    ...(removeThumbnail && { removeThumbnail: "true" as const }),
  };
  return call(
    detailsEndpoints.updateMetaData,
    { form: { fields, files: { thumbnail: thumbnail ? [thumbnail] : [] } } },
    { fallback: "Failed to update youtube video details" },
  );
}
