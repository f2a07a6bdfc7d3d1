import { randomUUID } from "node:crypto";

import { z } from "zod";

import { request, requestJson } from "../api-client.ts";
import { requestUrl } from "../http.ts";
import type { CaptionTrack } from "../video.ts";
import type { YouTubeClient } from "./client.ts";

const captionList = z.object({
  items: z
    .array(z.object({ snippet: z.object({ language: z.string(), name: z.string().default("") }) }))
    .default([]),
});

/**
 * Adds a caption track to a video unless the video has one of this language and name. Costs 50 quota units to look it up
 * and 400 to add it. Needs the scope `youtube.force-ssl`. Also throws `video_not_found` and `caption_invalid`.
 */
export async function addCaption(
  client: YouTubeClient,
  videoId: string,
  { language, name, content }: CaptionTrack,
): Promise<void> {
  const find = requestUrl(client.addresses.api, "captions", { part: "snippet", videoId });
  const { items } = await requestJson(client, { operation: "addCaption", url: find }, captionList);
  if (items.some(({ snippet }) => snippet.language === language && snippet.name === name)) return;
  const boundary = randomUUID();
  const snippet = { videoId, language, name, isDraft: false };
  const body = [
    `--${boundary}\r\ncontent-type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify({ snippet })}\r\n`,
    `--${boundary}\r\ncontent-type: application/octet-stream\r\n\r\n${content}\r\n--${boundary}--\r\n`,
  ].join("");
  const url = requestUrl(client.addresses.upload, "captions", { uploadType: "multipart", part: "snippet" });
  const headers = { "content-type": `multipart/related; boundary=${boundary}` };
  // 409 `captionExists`: another process has added it since the look-up.
  await request(client, { operation: "addCaption", method: "POST", url, headers, body }, 200, 409);
}
