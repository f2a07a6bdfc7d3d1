import type { Page } from "@playwright/test";

/** A frame and the time at which it was displayed, in milliseconds since 1970. */
export interface DisplayedFrame {
  at: number;
  frame: number;
}

/** Notes each frame that the video of a page displays from now on. */
export async function recordFrames(page: Page, framesPerSecond: number): Promise<void> {
  await page.locator("video").evaluate((video: HTMLVideoElement, rate) => {
    const frames: DisplayedFrame[] = [];
    Reflect.set(window, "displayedFrames", frames);
    const note: VideoFrameRequestCallback = (_now, { expectedDisplayTime, mediaTime }) => {
      frames.push({
        at: performance.timeOrigin + expectedDisplayTime,
        frame: Math.floor(mediaTime * rate + 0.5),
      });
      video.requestVideoFrameCallback(note);
    };
    video.requestVideoFrameCallback(note);
  }, framesPerSecond);
}

/** The frames that were displayed since `recordFrames` or the last call. */
export async function takeFrames(page: Page): Promise<DisplayedFrame[]> {
  return page.evaluate(() => {
    const frames: unknown = Reflect.get(window, "displayedFrames");
    return Array.isArray(frames) ? (frames.splice(0) as DisplayedFrame[]) : [];
  });
}

/** The largest difference between the frames of several screens, every 5 ms of a time, in ascending order. */
export function frameDifferences(
  screens: readonly (readonly DisplayedFrame[])[],
  { from, to }: { from: number; to: number },
): number[] {
  const differences: number[] = [];
  for (let at = from; at < to; at += 5) {
    const frames = screens.map((screen) => screen.findLast((displayed) => displayed.at <= at)?.frame);
    const displayed = frames.filter((frame) => frame !== undefined);
    if (displayed.length === screens.length)
      differences.push(Math.max(...displayed) - Math.min(...displayed));
  }
  return differences.toSorted((one, other) => one - other);
}

/** The smallest value that a share of the values doesn't exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
