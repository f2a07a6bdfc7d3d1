import type { ReadContext } from "#core/server/context.ts";

import type { Playback } from "../contract.ts";
import { signedFolder, type Terms } from "./addresses.ts";
import { extensionOf, nameInAddress } from "./file-type.ts";
import { lightName, playlistName, renditionName, sharpName } from "./keys.ts";
import type { Video } from "./tables.ts";

/** A video as the actor's player sees it. */
export function presentPlayback(ctx: ReadContext, video: Video, terms: Terms): Playback {
  const ready = video.state === "ready";
  const folder = () => signedFolder(ctx, "v", video.id, terms);
  const original = () => `${folder()}/original/${nameInAddress(video.fileName, extensionOf(video.type))}`;
  const file = () => {
    if (!ready) return null;
    if (video.plays === "original") return { url: original(), type: video.type };
    if (!video.renditionDone) return null;
    return { url: `${folder()}/rendition/${video.sharpDone ? sharpName : renditionName}`, type: "video/mp4" };
  };
  const { url: fileUrl = null, type: fileType = null } = file() ?? {};
  const { facts } = video;
  return {
    videoId: video.id,
    state: video.state,
    fileUrl,
    fileType,
    lightUrl: fileUrl !== null && video.lightDone ? `${folder()}/rendition/${lightName}` : null,
    playlistUrl:
      ready && video.plays === "rendition" && !video.renditionDone
        ? `${folder()}/rendition/${playlistName}`
        : null,
    posterUrl: video.posterDone ? posterAddress(ctx, video.id, terms) : null,
    storyboardUrl: ready && video.stillsDone ? `${folder()}/storyboard.json` : null,
    waveformUrl: ready && video.stillsDone && facts?.audio ? `${folder()}/waveform.json` : null,
    prepared: video.prepared,
    fileName: video.fileName,
    bytes: video.bytes,
    durationSeconds: facts?.durationSeconds ?? null,
    width: facts?.video.width ?? null,
    height: facts?.video.height ?? null,
    rate: facts?.video.rate ?? null,
    frames: facts?.video.framesCounted ? facts.video.frames : null,
  };
}

/** The address of a video's poster for the actor. */
export function posterAddress(ctx: ReadContext, videoId: string, terms: Terms): string {
  return `${signedFolder(ctx, "v", videoId, terms)}/poster.jpg`;
}
