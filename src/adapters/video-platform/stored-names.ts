import { createHash } from "node:crypto";

import { cutText, splitGraphemes } from "#core/graphemes.ts";
import { videoExtensions } from "#core/video-types.ts";

import { fileExtension } from "./file-extension.ts";
import type { UnstoredUpload } from "./upload.ts";

/** Characters that Amazon advises against in keys, and those that no file system takes. */
const awkward = /[\p{Cc}\\/:*?"<>|{}^%`[\]#~&$@=;+,]+/gu;
const maxNameLength = 100;
/** File systems take 255 bytes; the name of a video leaves room for what follows it. */
const maxFileNameBytes = 255;
const maxTitleBytes = 200;

/** A title as the name of a file that is not hidden. Titles that differ only in punctuation may have the same one. */
function nameFrom(title: string, maxBytes: number): string {
  const name = title
    .replace(awkward, " ")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+/, "")
    .trim();
  const short = splitGraphemes(name).slice(0, maxNameLength).join("");
  return cutText(short, maxBytes, (grapheme) => Buffer.byteLength(grapheme)).trim() || "Video";
}

const suffixLength = 8;
const suffix = new RegExp(`-[0-9a-f]{${suffixLength}}\\.(?:${videoExtensions.join("|")})$`);

/** The key of a new video in a folder. It is unique as its reference, so that no object of the bucket is ever replaced. */
export function newVideoKey(folder: string, { title, reference, type }: UnstoredUpload): string {
  const hash = createHash("sha256").update(reference).digest("hex");
  return keyPrefix(folder, title) + hash.slice(0, suffixLength) + fileExtension(type);
}

/** The start that the keys of all videos with a title have. */
export function keyPrefix(folder: string, title: string): string {
  return `${folder}${nameFrom(title, maxTitleBytes)}-`;
}

/** Whether a key is that of a video, and of no other file in the folder. */
export function isVideo(key: string): boolean {
  return suffix.test(key);
}

/** Whether a key with this start is that of a video with this title, not of one with a longer title. */
export function isVideoKey(key: string, start: string): boolean {
  return key.startsWith(start) && suffix.exec(key)?.index === start.length - 1;
}

/** The key of a video without its extension: that of each file beside it continues with a dot. */
export function keyWithoutExtension(videoKey: string): string {
  return videoKey.replace(/\.[a-z0-9]+$/, "");
}

/** The key of a caption file. */
export function captionKey(
  videoKey: string,
  { language, name }: { language: string; name: string },
  extension: ".srt" | ".vtt",
): string {
  const start = `${keyWithoutExtension(videoKey)}.${language}`;
  const used = Buffer.byteLength(start.slice(start.lastIndexOf("/") + 1)) + extension.length + 1;
  return `${start}${name === "" ? "" : `.${nameFrom(name, maxFileNameBytes - used)}`}${extension}`;
}

/** The key of the file of a video's details. */
export function detailsKey(videoKey: string): string {
  return `${keyWithoutExtension(videoKey)}.json`;
}
