import { z } from "zod";

import { request, requestJson } from "../api-client.ts";
import { captionFormat } from "../file-extension.ts";
import type { CaptionTrack } from "../video.ts";
import { apiRequest, videoPath, type VimeoClient } from "./client.ts";
import { sendFile } from "./video.ts";

const trackList = z.object({
  data: z.array(z.object({ uri: z.string(), language: z.string().nullish(), name: z.string().nullish() })),
});

/**
 * Adds captions to a video (developer.vimeo.com/api/upload/texttracks), in place of those with the same language and name.
 * Also throws `video_not_found` and `caption_invalid`.
 */
export async function addCaption(client: VimeoClient, videoId: string, track: CaptionTrack): Promise<void> {
  const operation = "addCaption";
  const path = videoPath(videoId, "/texttracks");
  const { language } = track;
  const name = track.name === "" ? language : track.name;
  const list = apiRequest(client, path, { operation }, { fields: "uri,language,name", per_page: "100" });
  const { data } = await requestJson(client, list, trackList);
  for (const { uri, ...existing } of data) {
    if (existing.language !== language || existing.name !== name) continue;
    const stale = apiRequest(client, uri.replace(/^\//, ""), { operation, method: "DELETE" });
    await request(client, stale, 204, 404);
  }
  const [, type] = captionFormat(track);
  const json = { type: "captions", language, name, active: true };
  await sendFile(client, { operation, path, json, body: Buffer.from(track.content), type });
}
