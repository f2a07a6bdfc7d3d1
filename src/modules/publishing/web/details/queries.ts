import { type QueryClient, queryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";
import {
  type ChannelChoices,
  type ChannelHealth,
  type ChannelPlaylists,
  detailsEndpoints,
  type Preset,
  type PublishDetails,
} from "#modules/publishing/contract/details.ts";
import type { DetailsInput } from "#modules/publishing/rules/details-input.ts";

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

/** The limits of publishing on a channel. */
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

/** Adds a playlist that was created to the choices of its channel, because platforms list it only later. */
export function showPlaylist(
  queries: QueryClient,
  { taskId, destinationId }: { taskId: number; destinationId: string },
  playlist: ChannelPlaylists["playlists"][number],
): void {
  queries.setQueryData(choicesQuery(taskId).queryKey, (before) => {
    const channels = before?.channels.map((channel) => {
      const playlists = [playlist, ...channel.playlists];
      return channel.destinationId === destinationId ? { ...channel, playlists } : channel;
    });
    return before && channels && { ...before, channels };
  });
}

export interface ChosenThumbnail {
  thumbnail: File | null;
  removeThumbnail: boolean;
}

/** The form that saves the video's details. */
export function detailsFormOf(
  taskId: number,
  details: DetailsInput,
  { thumbnail, removeThumbnail }: ChosenThumbnail,
) {
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
  return { fields, files: { thumbnail: thumbnail ? [thumbnail] : [] } };
}
