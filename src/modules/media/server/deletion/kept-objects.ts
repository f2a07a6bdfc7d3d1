import type { Video } from "../tables.ts";
import {
  trackKey,
  lightName,
  originalKey,
  posterKey,
  renditionFolder,
  renditionName,
} from "../videos/object-keys.ts";

/** The file that may stay of a deleted video to be played. */
export type KeptFile = NonNullable<Video["keptFile"]>;

/** Bitrate (bits per second) up to which an original is kept: light renditions are made of larger ones only. */
export const maxKeptBitrate = 2_000_000;

/** The smallest file of a video that browsers play completely, or null where only a large original is left. */
export function smallestFile(
  video: Pick<Video, "state" | "plays" | "renditionDone" | "lightDone" | "facts">,
): KeptFile | null {
  if (video.state !== "ready") return null;
  if (video.lightDone) return "light";
  if (video.plays === "rendition") return video.renditionDone ? "rendition" : null;
  return video.facts && video.facts.bitrate <= maxKeptBitrate ? "original" : null;
}

/** Keys of the only objects that may remain of a discarded video. */
export function keptKeys(
  video: Pick<Video, "id" | "posterDone" | "keptFile" | "captions" | "sounds"> | null,
): string[] {
  if (!video) return [];
  const { id, posterDone, keptFile, captions, sounds } = video;
  const poster = posterDone ? [posterKey(id)] : [];
  if (!keptFile) return poster;
  const tracks = [...(captions ?? []), ...(sounds ?? [])].map(({ file }) => trackKey(id, file));
  return [...poster, keptFileKey(id, keptFile), ...tracks];
}

function keptFileKey(id: string, file: KeptFile): string {
  if (file === "original") return originalKey(id);
  return `${renditionFolder(id)}/${file === "light" ? lightName : renditionName}`;
}
