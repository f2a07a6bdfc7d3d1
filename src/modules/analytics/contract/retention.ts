import { z } from "zod";

/** A hundredth of the video. */
export const retentionPoint = z.object({
  /** The end of the interval as a share of the video, 0.01 to 1. */
  elapsedVideoTimeRatio: z.number().positive().max(1),
  /** The first frame of the interval. */
  frame: z.number().int().nonnegative(),
  /** Views of this interval, relative to all views of the video; over 1 where viewers watch it repeatedly. */
  audienceWatchRatio: z.number().nonnegative(),
  /**
   * Compared with videos of similar length: 0 keeps the fewest viewers, 0.5 as many as the median, 1 the most. Null where the
   * platform doesn't compare.
   */
  relativeRetentionPerformance: z.number().min(0).max(1).nullable(),
  /** Shares of the video's views that began and ended in this interval. */
  startedWatching: z.number().nonnegative().nullable(),
  stoppedWatching: z.number().nonnegative().nullable(),
});
export type RetentionPoint = z.output<typeof retentionPoint>;

/** A tile of a storyboard's sheet, in pixels of the sheet. */
export const still = z.object({
  url: z.string(),
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  sheetWidth: z.number().int(),
  sheetHeight: z.number().int(),
});
export type Still = z.output<typeof still>;

/** A part of the video in which the curve falls or rises steeply. */
export const retentionMark = z.object({
  kind: z.enum(["drop", "rise"]),
  /** First frames of the first interval and of the interval after the last one. */
  frame: z.number().int(),
  endFrame: z.number().int(),
  /** From the first frame of the video. */
  seconds: z.number(),
  endSeconds: z.number(),
  /** `audienceWatchRatio` before and after it. */
  before: z.number(),
  after: z.number(),
  /** Change relative to `before`: -0.38 if 38 % of those who watched left. */
  change: z.number(),
  /** The video at `frame`; null without a storyboard. */
  still: still.nullable(),
  /** Comments of the review on this part, the nearest one to `frame` first. */
  commentIds: z.array(z.uuid()),
});
export type RetentionMark = z.output<typeof retentionMark>;

export const retention = z.object({
  /** A hundred, in order. */
  points: z.array(retentionPoint),
  /** The steepest ones in the order of the video, at most three drops and three rises. */
  marks: z.array(retentionMark),
});
export type Retention = z.output<typeof retention>;
