import { queryOptions, skipToken } from "@tanstack/react-query";
import { z } from "zod";

import { endpointQuery } from "#core/web/endpoint-query.ts";

import { mediaEndpoints, type Playback } from "../contract/videos.ts";

const waveform = z.object({ peaksPerSecond: z.number(), peaks: z.array(z.number()) });

const storyboard = z.object({
  intervalSeconds: z.number().positive(),
  count: z.number().int().positive(),
  tileWidth: z.number(),
  tileHeight: z.number(),
  columns: z.number().int().positive(),
  rows: z.number().int().positive(),
  sheets: z.array(z.string()),
});

/** Storage that the user has used. */
export const storageQuery = endpointQuery({
  queryKey: ["storage"] as const,
  endpoint: mediaEndpoints.storage,
  input: {},
  fallback: "Failed to load your storage",
});

/** The waveform of a video. It never changes once made, so its key does not contain the URL. */
export function waveformQuery({ videoId, waveformUrl }: Pick<Playback, "videoId" | "waveformUrl">) {
  return queryOptions({
    queryKey: ["waveform", videoId] as const,
    staleTime: "static",
    queryFn: waveformUrl
      ? async ({ signal }) => waveform.parse(await fetchJson(waveformUrl, signal))
      : skipToken,
  });
}

/** The storyboard of a video, with the URLs of its sheets. */
export function storyboardQuery({ videoId, storyboardUrl }: Pick<Playback, "videoId" | "storyboardUrl">) {
  return queryOptions({
    queryKey: ["storyboard", videoId] as const,
    staleTime: "static",
    queryFn: storyboardUrl
      ? async ({ signal }) => {
          const parsed = storyboard.parse(await fetchJson(storyboardUrl, signal));
          const folder = storyboardUrl.slice(0, storyboardUrl.lastIndexOf("/") + 1);
          return { ...parsed, sheets: parsed.sheets.map((sheet) => folder + sheet) };
        }
      : skipToken,
  });
}

async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { credentials: "include", signal });
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  return response.json();
}
