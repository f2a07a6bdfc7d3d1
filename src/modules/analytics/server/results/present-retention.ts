import type { Retention, RetentionMark, Still } from "#modules/analytics/contract/retention.ts";
import type { KeptStoryboard, ReviewComment } from "#modules/analytics/contract/videos.ts";
import { type CurveMark, frameOfInterval, curveMarks } from "#modules/analytics/rules/marks.ts";
import { frameStart, type Rate } from "#modules/media/rules/frames.ts";

import type { VideoRetentionRow } from "../tables.ts";

/** The time axis of a published video: its frames, or an estimate where they were not counted. */
export interface Axis {
  frames: number | null;
  rate: Rate | null;
}

interface Beside {
  storyboard: KeptStoryboard | null;
  comments: readonly ReviewComment[];
}

/** The retention curve on the frames of the video, with its steepest parts. Null for a video whose frames are unknown. */
export function presentRetention(
  row: VideoRetentionRow,
  { frames, rate }: Axis,
  beside: Beside,
): Retention | null {
  if (frames === null || rate === null) return null;
  const points = row.audienceWatchRatio.map((audienceWatchRatio, index) => ({
    elapsedVideoTimeRatio: (index + 1) / 100,
    frame: frameOfInterval(index, frames),
    audienceWatchRatio,
    relativeRetentionPerformance: row.relativeRetentionPerformance?.[index] ?? null,
    startedWatching: row.startedWatching?.[index] ?? null,
    stoppedWatching: row.stoppedWatching?.[index] ?? null,
  }));
  const marks = curveMarks(row.audienceWatchRatio).map((mark) => presentMark(mark, { frames, rate }, beside));
  return { points, marks };
}

/** Part of the video around a mark in which comments belong to it. */
const commentMargin = 0.02;

function presentMark(
  { kind, start, end, before, after, change }: CurveMark,
  { frames, rate }: { frames: number; rate: Rate },
  { storyboard, comments }: Beside,
): RetentionMark {
  const [frame, endFrame] = [frameOfInterval(start, frames), frameOfInterval(end, frames)];
  const times = { rate, startSeconds: 0 };
  const [seconds, endSeconds] = [frameStart(frame, times), frameStart(endFrame, times)];
  const margin = commentMargin * frames;
  const near = comments
    .filter((each) => each.frame >= frame - margin && each.frame <= endFrame + margin)
    .toSorted((one, other) => Math.abs(one.frame - frame) - Math.abs(other.frame - frame));
  const still = storyboard && stillAt(storyboard, seconds);
  const commentIds = near.map(({ id }) => id);
  return { kind, frame, endFrame, seconds, endSeconds, before, after, change, still, commentIds };
}

/** The tile that shows the video at a time. */
function stillAt(storyboard: KeptStoryboard, seconds: number): Still {
  const { url, intervalSeconds, count, columns, rows, tileWidth: width, tileHeight: height } = storyboard;
  const tile = Math.min(count - 1, Math.floor(seconds / intervalSeconds + 1e-6));
  return {
    url,
    x: (tile % columns) * width,
    y: Math.floor(tile / columns) * height,
    width,
    height,
    sheetWidth: columns * width,
    sheetHeight: rows * height,
  };
}
