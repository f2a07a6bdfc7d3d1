import { FormData } from "undici";

import type { CaptionTrack } from "../video.ts";
import { type InstanceClient, instanceError, sendTo, videoUrl } from "./instance-client.ts";

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
  access: string,
  videoId: string,
  { language, content }: CaptionTrack,
): Promise<void> {
  const isVtt = /^\uFEFF?WEBVTT/.test(content);
  const form = new FormData();
  const type = isVtt ? "text/vtt" : "application/x-subrip";
  form.set("captionfile", new File([content], isVtt ? "captions.vtt" : "captions.srt", { type }));
  const response = await sendTo(client, {
    ...{ operation: "addCaption", method: "PUT", access, body: form },
    url: videoUrl(client, videoId, `/captions/${encodeURIComponent(languageId(language))}`),
  });
  if (response.status !== 204) throw instanceError(client, "addCaption", response);
}
