import { z } from "zod";

/** An exact frame rate of `num / den` per second. */
const exactRate = z.object({ num: z.number().int().positive(), den: z.number().int().positive() });
export type ExactRate = z.output<typeof exactRate>;

/**
 * Timecode of the first frame: as text (`01:00:00:00`, a semicolon before the frames means drop-frame), or as the frames
 * since midnight of a timecode that counts `perSecond` frames a second.
 */
const statedTimecode = z.union([
  z.string(),
  z.object({ frames: z.number().int(), perSecond: z.number().int(), dropFrame: z.boolean() }),
]);
export type StatedTimecode = z.output<typeof statedTimecode>;

const soundFormat = z.object({
  codec: z.string(),
  codecString: z.string().nullable(),
  channels: z.number().int(),
  sampleRate: z.number(),
  startSeconds: z.number(),
});

const soundTrack = soundFormat.extend({
  /** Position among the audio tracks of the file, including those that can't be heard. */
  index: z.number().int(),
  /** The file has it played without a choice. */
  isDefault: z.boolean().optional(),
  /** ISO 639-2 code and title that the file states. */
  language: z.string().nullable(),
  title: z.string().nullable(),
});
export type SoundTrack = z.output<typeof soundTrack>;

/** Properties of a video file. Times are in seconds, sizes in bytes and pixels. */
const probeFacts = z.object({
  /** `mp4`, `mov`, `webm`, `matroska`, `mpeg-ts`, or ffmpeg's own name of another container (`avi`, `mxf`). */
  container: z.string(),
  bytes: z.number().int(),
  /** From the first picture to the end of the last. */
  durationSeconds: z.number(),
  /** From the first picture to the end of the sound of an unfinished recording. */
  soundSeconds: z.number().optional(),
  /**
   * The container states its duration. In an MP4 of fragments that doesn't, browsers search for all fragments before they play:
   * Chromium sends 150 requests for 5 minutes of video.
   */
  durationDeclared: z.boolean(),
  /** Of the whole file, bits per second. */
  bitrate: z.number(),
  /** If the file states one. */
  startTimecode: statedTimecode.optional(),
  video: z.object({
    /** ffmpeg's specifier of the track; absent if it is the first picture track of the file. */
    stream: z.string().optional(),
    /** `avc`, `hevc`, `vp8`, `vp9`, `av1`, `prores`, or the container's own name of another codec. */
    codec: z.string(),
    /** As in a MIME type (`avc1.64001e`). */
    codecString: z.string().nullable(),
    /** As shown: after rotation and with square pixels. */
    width: z.number().int(),
    height: z.number().int(),
    codedWidth: z.number().int(),
    codedHeight: z.number().int(),
    /** Clockwise rotation for display, in degrees. */
    rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
    mirrored: z.boolean(),
    bitDepth: z.number().int().nullable(),
    chroma: z.enum(["4:0:0", "4:2:0", "4:2:2", "4:4:4"]).nullable(),
    hdr: z.enum(["pq", "hlg"]).nullable(),
    /** Colour matrix (`bt709`, `smpte170m`) if the file states it. */
    matrix: z.string().nullable(),
    /** Black is 0 and white 255 instead of 16 and 235. Absent in facts of earlier versions. */
    fullRange: z.boolean().optional(),
    /** Pictures may consist of two fields. */
    interlaced: z.boolean(),
    /** The exact rate if constant, otherwise the rate of a constant-rate rendition. */
    rate: exactRate,
    constantRate: z.boolean(),
    /** Visible frames at this rate; estimated from the duration unless `framesCounted`. */
    frames: z.number().int(),
    /** The times of all frames were read. */
    framesCounted: z.boolean(),
    /** Frames that an edit list hides. Browsers differ in showing them. */
    hiddenFrames: z.number().int(),
    /** The track changes the parameters of its codec on the way. Absent if it doesn't. */
    reconfigured: z.boolean().optional(),
    /** Presentation time of the first frame. */
    startSeconds: z.number(),
    /** The same on ffmpeg's clock, where that was measured. */
    firstSeconds: z.number().optional(),
    /** Seconds by which ffmpeg's clock has the frames later than the file. Absent for zero. */
    decoderDelay: z.number().optional(),
    /** Every frame is a key frame. */
    keyFramesOnly: z.boolean(),
    /** Longest time from a key frame to the next one or to the end. Absent in facts of earlier versions. */
    keyFrameSeconds: z.number().optional(),
  }),
  /** Sound that is heard without a choice: the first of `tracks`, or all together. */
  audio: soundFormat.nullable(),
  /** Absent in facts of earlier versions, which have no more than the first track of the file. */
  sound: z
    .object({
      /** The tracks that can be heard: the default one, then the others in the order of the file; mixed ones in that order. */
      tracks: z.array(soundTrack),
      /** The tracks are the microphones or channels of one recording, and are heard together. */
      mixed: z.boolean(),
      /** All tracks are heard on both sides, because otherwise one side would be silent. */
      centred: z.boolean().optional(),
    })
    .optional(),
});
export type ProbeFacts = z.output<typeof probeFacts>;

const refusals = {
  empty_file: "The file is empty. Choose it again, or export it again.",
  not_a_video: "This file isn't a video that can be read. Export it as MP4 or MOV and upload that.",
  no_picture: "This file has sound but no picture. Upload a video.",
  truncated: "The file is incomplete: it was cut off while being written or copied. Export or copy it again.",
  encrypted: "This video is encrypted (copy protection). Upload one without protection.",
  absurd_dimensions: "This video is larger or longer than can be prepared.",
};
type RefusalCode = keyof typeof refusals;

/** A file that can't be used as a video. `message` is shown to the user. */
const refusal = z.object({
  ok: z.literal(false),
  code: z.enum(["empty_file", "not_a_video", "no_picture", "truncated", "encrypted", "absurd_dimensions"]),
  message: z.string(),
});
type Refusal = z.output<typeof refusal>;

export function refuse(code: RefusalCode, message: string = refusals[code]): Refusal {
  return { ok: false, code, message };
}

const probed = z.object({ ok: z.literal(true), facts: probeFacts });

export const probeShape = z.discriminatedUnion("ok", [probed, refusal]);
export type Probe = z.output<typeof probeShape>;

/** Maximum pixels along a side, and seconds. */
export interface ProbeLimits {
  maxSide: number;
  maxSeconds: number;
}

export const defaultLimits: ProbeLimits = { maxSide: 8192, maxSeconds: 12 * 60 * 60 };

/** Rejects a video that exceeds the limits. */
export function withinLimits(probe: Probe, limits: ProbeLimits): Probe {
  if (!probe.ok) return probe;
  const { video, durationSeconds } = probe.facts;
  const side = Math.max(video.codedWidth, video.codedHeight, video.width, video.height);
  if (side > limits.maxSide) {
    const message = `This video is ${video.width} × ${video.height} pixels. At most ${limits.maxSide} along a side can be prepared.`;
    return refuse("absurd_dimensions", message);
  }
  if (durationSeconds > limits.maxSeconds) {
    const hours = (seconds: number) => Math.round(seconds / 360) / 10;
    const message = `This video lasts ${hours(durationSeconds)} hours. At most ${hours(limits.maxSeconds)} can be prepared.`;
    return refuse("absurd_dimensions", message);
  }
  return probe;
}

/** A file that is not on this disk. `end` is exclusive. */
export interface RemoteFile {
  bytes: number;
  read: (start: number, end: number) => Promise<Uint8Array>;
}
