import { FormData } from "undici";

import { request } from "../api-client.ts";
import { captionFormat } from "../file-extension.ts";
import type { CaptionTrack } from "../video.ts";
import { type InstanceClient, videoUrl } from "./instance-client.ts";

const chinese = new Map([
  ["zh-CN", "zh-Hans"],
  ["zh-HK", "zh-Hant"],
  ["zh-TW", "zh-Hant"],
]);

/** PeerTube's id of a language (BCP-47). Regions are left out: which ones an instance knows depends on its version. */
export function languageId(tag: string): string {
  return chinese.get(tag) ?? tag.replace(/-.*/, "");
}

/**
 * Sets the captions of a video in a language; those that it has are replaced. Also throws `video_not_found` and
 * `caption_invalid`.
 */
export async function addCaption(
  client: InstanceClient,
  videoId: string,
  track: CaptionTrack,
): Promise<void> {
  const [extension, type] = captionFormat(track);
  const body = new FormData();
  body.set("captionfile", new File([track.content], `captions${extension}`, { type }));
  const url = videoUrl(client, videoId, `/captions/${encodeURIComponent(languageId(track.language))}`);
  await request(client, { operation: "addCaption", method: "PUT", url, body }, 204);
}
