import { z } from "zod";

import { parseJson } from "./http.ts";
import type { CaptionTrack, Thumbnail, VideoChange, VideoState } from "./video.ts";

/** What the file of details beside a video has. Other properties in it stay. */
const detailsShape = z.looseObject({
  title: z.string().optional(),
  privacy: z.enum(["private", "public", "unlisted"]).default("private"),
  publishAt: z.iso.datetime().nullish(),
});
export type Details = z.output<typeof detailsShape>;

/** The details in a file; those of a private video where there is none or it can't be read. */
export function parseDetails(text: string): Details {
  return detailsShape.catch(detailsShape.parse({})).parse(parseJson(text));
}

export function changedDetails(before: Details, change: VideoChange): Details {
  return detailsShape.parse({
    ...before,
    ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
    ...(change.publishAt && { publishAt: change.publishAt.toISOString() }),
  });
}

/** The content of a file of details. */
export function detailsText(details: Details): string {
  return `${JSON.stringify(details, null, 2)}\n`;
}

/** The state of a stored video, which nothing processes. */
export function storedVideo(id: string, { title, privacy, publishAt }: Details): VideoState {
  const time = publishAt ? new Date(publishAt) : null;
  const isScheduled = time !== null && time > new Date();
  return {
    ...{ id, title: title ?? null, madeForKids: null, processing: null, problem: null },
    privacy: time === null || isScheduled ? privacy : "public",
    publishAt: isScheduled ? time : null,
    uploadStatus: "processed",
  };
}

/** Whether bytes begin like a PNG (ISO/IEC 15948, 5.2) or a JPEG (ITU-T T.81, B.1.1.3). */
export function isPicture(body: Uint8Array): boolean {
  const start = Buffer.from(body.subarray(0, 4)).toString("hex");
  return start === "89504e47" || start.startsWith("ffd8ff");
}

/** The extension of a thumbnail, and that of the other type, of which there is none beside it. */
export function pictureExtensions(type: Thumbnail["type"]): [string, string] {
  return type === "image/png" ? [".png", ".jpg"] : [".jpg", ".png"];
}

/** The extension and media type of a caption file. */
export function captionFormat({ content }: CaptionTrack): [".srt" | ".vtt", string] {
  return /^\uFEFF?WEBVTT/.test(content) ? [".vtt", "text/vtt"] : [".srt", "application/x-subrip"];
}
