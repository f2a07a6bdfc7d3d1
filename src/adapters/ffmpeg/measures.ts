import { z } from "zod";

/** Frames of the picture, at its rate and as players count them; `to` is exclusive. */
const frameRange = z.object({ from: z.number().int().nonnegative(), to: z.number().int().positive() });
export type FrameRange = z.output<typeof frameRange>;

/** Seconds after the first frame of the picture. */
const secondsRange = z.object({ from: z.number(), to: z.number() });

/** Channel of the sound that is heard, from 0 in the order of the file; null for all of them at once. */
const channelRange = secondsRange.extend({ channel: z.number().int().nonnegative().nullable() });

/**
 * The sound that is heard without a choice, measured over the whole file. Loudness by ITU-R BS.1770 and EBU R 128, mono as two speakers.
 * Ranges are shorter than any rule needs, so that a changed rule needs no other measurement.
 */
export const soundMeasures = z.object({
  channels: z.number().int().positive(),
  /** From the first frame to the end of the sound. */
  seconds: z.number(),
  /** Integrated loudness in LUFS; null where everything is below the gate of −70, or the sound is shorter than 0.4 s. */
  integrated: z.number().nullable(),
  /** Loudness range in LU. */
  range: z.number().nullable(),
  /** The highest one of all channels, in dBTP; null for digital silence. */
  truePeak: z.number().nullable(),
  /** Below −60 dBFS for at least 0.3 s; of one channel if another is heard meanwhile for as long. */
  silences: z.array(channelRange),
  /** Runs of at least three samples at full scale, near ones joined, with the number of these samples. */
  clipped: z.array(channelRange.extend({ samples: z.number().int().positive() })),
  /** Ranges in which the two channels of stereo sound are the same, or one is the other inverted, for at least 1 s without silence. */
  relations: z.array(secondsRange.extend({ relation: z.enum(["identical", "inverted"]) })),
  /** Level of the last 5 ms in dBFS, which is high where the sound ends abruptly; null where it ends in silence. */
  endLevel: z.number().nullable(),
});
export type SoundMeasures = z.output<typeof soundMeasures>;

/** Momentary loudness (400 ms) for a curve: the highest one of each interval, in LUFS; −70 stands for silence. */
export const loudnessCurve = z.object({ perSecond: z.number().positive(), values: z.array(z.number()) });
export type LoudnessCurve = z.output<typeof loudnessCurve>;

/** Ranges of a kind that are measured; further ones are left out, for example in a video that flickers for hours. */
export const maxRanges = 5000;

/** The picture as players show it, every frame of it. Ranges are shorter than any rule needs. */
export const pictureMeasures = z.object({
  frames: z.number().int().positive(),
  /** Nearly nothing but black. */
  black: z.array(frameRange),
  /** Repeats of the frame before, at least 0.5 s of them; `live` where the frames before it in the same shot moved. */
  frozen: z.array(frameRange.extend({ live: z.boolean() })),
  /** Share of frames that repeat the one before, 0 to 1, without repeats of 0.5 s and more: high for drawn animation. */
  repeated: z.number().min(0).max(1),
  /** Shots of at most five frames between longer ones, or beside one at the beginning or end; gaps of black in a shot, and leftovers in black. */
  shortShots: z.array(frameRange),
  /** Ranges in which more than three flashes per second were counted (WCAG 2.3.1), with the most of any second. */
  flashes: z.array(frameRange.extend({ perSecond: z.number() })),
  /** Black bars that are part of the picture for most of the video, in pixels of the picture as it is displayed; null for none. */
  bars: z
    .object({
      top: z.number().int(),
      bottom: z.number().int(),
      left: z.number().int(),
      right: z.number().int(),
    })
    .nullable(),
  /** Share of moving frames that consist of two fields, 0 to 1; null where too few could be judged. */
  combed: z.number().min(0).max(1).nullable(),
});
export type PictureMeasures = z.output<typeof pictureMeasures>;
