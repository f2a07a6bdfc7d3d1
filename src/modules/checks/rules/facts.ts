import type { Rate } from "#modules/media/rules/frames.ts";

/** Properties of a video file as the rules judge them, from the server's probe or from a browser's. Null where they were not read. */
export interface FileFacts {
  /** Pixels as displayed: after rotation and with square pixels. */
  width: number;
  height: number;
  /** Exact, or of a variable rate the mean one. */
  rate: Rate | null;
  constantRate: boolean | null;
  durationSeconds: number | null;
  /** `avc`, `hevc`, `vp8`, `vp9`, `av1`, `prores`, or the container's own name of another codec. */
  codec: string | null;
  /** Sound tracks that can be heard; 0 for none. */
  soundTracks: number | null;
  /** As the file states them. `matrix` is null where it states none. */
  colour: { matrix: string | null; hdr: "pq" | "hlg" | null; fullRange: boolean } | null;
  /** The file states that pictures may consist of two fields. */
  interlaced: boolean | null;
}

/** From one frame or second to another, which is exclusive. */
export interface Interval {
  from: number;
  to: number;
}

/** Measures of the sound that rules judge, as the ffmpeg adapter describes them. */
export interface SoundMeasures {
  channels: number;
  seconds: number;
  integrated: number | null;
  range: number | null;
  truePeak: number | null;
  silences: readonly (Interval & { channel: number | null })[];
  clipped: readonly (Interval & { channel: number | null; samples: number })[];
  relations: readonly (Interval & { relation: "identical" | "inverted" })[];
  endLevel: number | null;
}

/** Measures of the picture that rules judge, as the ffmpeg adapter describes them. */
export interface PictureMeasures {
  frames: number;
  black: readonly Interval[];
  frozen: readonly (Interval & { live: boolean })[];
  repeated: number;
  shortShots: readonly Interval[];
  flashes: readonly (Interval & { perSecond: number })[];
  bars: { top: number; bottom: number; left: number; right: number } | null;
  combed: number | null;
}

/** Parts of a version that are checked, each at its own time. */
export const checkedParts = ["file", "sound", "picture"] as const;
export type CheckedPart = (typeof checkedParts)[number];

/** Reasons why a part is not checked. */
export const uncheckedReasons = [
  "absent",
  "filter_missing",
  "unreadable",
  "not_measured",
  "interrupted",
] as const;
export type UncheckedReason = (typeof uncheckedReasons)[number];

/** A reason as a sentence for the users of the version. */
export const uncheckedTexts: Record<UncheckedReason, string> = {
  absent: "Not checked: the file has none.",
  filter_missing: "Not checked: the server has no ffmpeg, or one that lacks a filter for it.",
  unreadable: "Not checked: it can't be decoded without errors.",
  not_measured:
    "Not checked: this version was uploaded before the server had this check, or its video is deleted.",
  interrupted: "Not checked: it was not measured within a day. Upload the version again to have it checked.",
};
