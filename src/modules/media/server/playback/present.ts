import type { ProbeFacts } from "#adapters/ffmpeg/facts.ts";
import type { ReadContext } from "#core/server/context.ts";
import type { Playback, Sound } from "#modules/media/contract/videos.ts";
import { parseStartTimecode } from "#modules/media/rules/frames.ts";
import { hasSlowSteps } from "#modules/media/rules/playback.ts";

import { typeExtension, urlFileName } from "../files/file-type.ts";
import type { Video } from "../tables.ts";
import {
  hasStill,
  lightName,
  playlistName,
  renditionName,
  highResolutionName,
} from "../videos/object-keys.ts";
import { signedUrlFolder, type AccessTerms } from "./signed-url.ts";

/** A video for the actor's player. */
export function presentPlayback(ctx: ReadContext, video: Video, terms: AccessTerms): Playback {
  const ready = video.state === "ready";
  const folder = () => signedUrlFolder(ctx, "v", video.id, terms);
  const keptFile = video.state === "deleted" ? video.keptFile : null;
  const rendition = (name: string) => ({ url: `${folder()}/rendition/${name}`, type: "video/mp4" });
  const file = () => {
    if (keptFile === "light") return rendition(lightName);
    if (keptFile === "rendition") return rendition(renditionName);
    if (!ready && keptFile === null) return null;
    if (video.plays === "original") return { url: originalUrl(ctx, video, terms), type: video.type };
    if (!video.renditionDone) return null;
    return rendition(video.highResolutionDone ? highResolutionName : renditionName);
  };
  const { url: fileUrl = null, type: fileType = null } = file() ?? {};
  const { facts } = video;
  return {
    videoId: video.id,
    state: video.state,
    fileUrl,
    fileType,
    lightUrl: ready && fileUrl !== null && video.lightDone ? `${folder()}/rendition/${lightName}` : null,
    slowSteps: ready && video.plays === "original" && facts !== null && hasSlowSteps(facts),
    isOriginal: ready && video.plays === "original",
    conversion: ready ? video.conversion : null,
    playlistUrl:
      ready && video.plays === "rendition" && !video.renditionDone
        ? `${folder()}/rendition/${playlistName}`
        : null,
    kept: keptFile,
    posterUrl: video.posterDone ? posterUrl(ctx, video.id, terms) : null,
    storyboardUrl: ready && hasStill(video, "storyboard") ? `${folder()}/storyboard.json` : null,
    waveformUrl: ready && hasStill(video, "waveform") ? `${folder()}/waveform.json` : null,
    captions: (ready || keptFile !== null ? (video.captions ?? []) : []).map(
      ({ file: name, language, title }) => {
        const url = `${folder()}/${name}`;
        return { url, language, title };
      },
    ),
    sounds: ready || keptFile !== null ? presentSounds(video, folder) : [],
    prepared: video.prepared,
    fileName: video.fileName,
    bytes: video.bytes,
    durationSeconds: facts?.durationSeconds ?? null,
    soundSeconds: facts?.soundSeconds ?? null,
    startSeconds: video.plays === "original" && keptFile !== "light" && facts ? startOfOriginal(facts) : 0,
    width: facts?.video.width ?? null,
    height: facts?.video.height ?? null,
    rate: facts?.video.rate ?? null,
    startTimecode: facts ? startOfSource(facts) : null,
    frames: facts?.video.framesCounted ? facts.video.frames : null,
  };
}

/** The sound of the video, and then its further tracks. */
function presentSounds({ facts, sounds }: Video, folder: () => string): Sound[] {
  if (!sounds || sounds.length === 0) return [];
  const { tracks = [], mixed = false } = facts?.sound ?? {};
  const [first] = tracks;
  const original = mixed
    ? { url: null, track: null, language: null, title: null }
    : { url: null, track: 1, language: first?.language ?? null, title: first?.title ?? null };
  const further = sounds.map(({ file, track, language, title }) => {
    const url = `${folder()}/${file}`;
    return { url, track, language, title };
  });
  return [original, ...further];
}

/** The timecode of the first frame in the source, or null. */
export function startOfSource({ startTimecode, video }: ProbeFacts): string | null {
  return startTimecode === undefined ? null : parseStartTimecode(startTimecode, video.rate);
}

/** Facts of early versions may lack the start. Browsers move a start before zero to zero. */
function startOfOriginal({ video }: { video: { startSeconds?: number } }): number {
  return Math.max(0, video.startSeconds ?? 0);
}

/** The signed URL of a video's original for the actor or guest. */
export function originalUrl(
  ctx: ReadContext,
  { id, fileName, type }: Pick<Video, "id" | "fileName" | "type">,
  terms: AccessTerms,
): string {
  return `${signedUrlFolder(ctx, "v", id, terms)}/original/${urlFileName(fileName, typeExtension(type))}`;
}

/** The signed URL of a video's poster for the actor. */
export function posterUrl(ctx: ReadContext, videoId: string, terms: AccessTerms): string {
  return `${signedUrlFolder(ctx, "v", videoId, terms)}/poster.jpg`;
}
