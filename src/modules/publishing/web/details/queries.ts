import type { QueryClient } from "@tanstack/react-query";

import { second } from "#core/time.ts";
import { endpointQuery } from "#core/web/endpoint-query.ts";
import { type ChannelPlaylists, detailsEndpoints } from "#modules/publishing/contract/details.ts";
import type { DetailsInput } from "#modules/publishing/rules/options.ts";

import { destinationsKey, detailsKey, healthKey, presetsKey } from "../query-keys.ts";

/** Options, captions and playlists of a task's video. */
export function detailsQuery(taskId: number) {
  return {
    ...endpointQuery({
      queryKey: [...detailsKey, taskId] as const,
      endpoint: detailsEndpoints.details,
      input: { params: { taskId } },
      fallback: "Failed to fetch task data",
    }),
    // Parts of the screen that are shown later do not request it again.
    staleTime: second,
  };
}

/** Categories, and playlists of a task's channels. */
export function choicesQuery(taskId: number) {
  const queryKey = [...destinationsKey, taskId, "choices"] as const;
  return endpointQuery({ queryKey, endpoint: detailsEndpoints.choices, input: { params: { taskId } } });
}

/** The limits of publishing on a channel. */
export function healthQuery(destinationId: string) {
  const queryKey = [...healthKey, destinationId] as const;
  const input = { query: { destinationId } };
  return { ...endpointQuery({ queryKey, endpoint: detailsEndpoints.channelHealth, input }), staleTime: 0 };
}

export const presetsQuery = endpointQuery({
  queryKey: presetsKey,
  endpoint: detailsEndpoints.presets,
  input: {},
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
export function detailsForm(
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
