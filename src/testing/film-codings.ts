import { hevc, highDynamicRange } from "./clip-parts.ts";
import { usualCoding } from "./drawn-films.ts";

export const hd = "scale=1920:1080:flags=bicubic";
export const upright = "crop=102:180,scale=720:1280:flags=bicubic";
export const quality = (crf: number, ...more: string[]) => [...usualCoding, "-crf", String(crf), ...more];
export const hdr = (transfer: "smpte2084" | "arib-std-b67") => ({
  filter: `format=yuv420p10le,${highDynamicRange(transfer)[1] ?? ""}`,
  coding: [...hevc, "-crf", "22", "-pix_fmt", "yuv420p10le"],
});
export const interlaced = "interlace=scan=tff:lowpass=0";
