import { randomUUID } from "node:crypto";

import { z } from "zod";

import { send, urlOf } from "../http.ts";
import type { CaptionTrack } from "../video.ts";
import { type PlatformClient, errorOf, sendForJson } from "./client.ts";

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
  client: PlatformClient,
  access: string,
  videoId: string,
  { language, name, content }: CaptionTrack,
): Promise<void> {
  const find = urlOf(client.addresses.api, "captions", { part: "snippet", videoId });
  const { items } = await sendForJson(
    client,
    { operation: "addCaption", method: "GET", url: find, access },
    captionList,
  );
  if (items.some(({ snippet }) => snippet.language === language && snippet.name === name)) return;
  const boundary = randomUUID();
  const snippet = { videoId, language, name, isDraft: false };
  const body = [
    `--${boundary}\r\ncontent-type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify({ snippet })}\r\n`,
    `--${boundary}\r\ncontent-type: application/octet-stream\r\n\r\n${content}\r\n--${boundary}--\r\n`,
  ].join("");
  const response = await send(client, {
    operation: "addCaption",
    method: "POST",
    url: urlOf(client.addresses.upload, "captions", { uploadType: "multipart", part: "snippet" }),
    access,
    headers: { "content-type": `multipart/related; boundary=${boundary}` },
    body,
  });
  // 409 `captionExists`: another process has added it since the look-up.
  if (response.status !== 200 && response.status !== 409) throw errorOf(client, "addCaption", response);
}
