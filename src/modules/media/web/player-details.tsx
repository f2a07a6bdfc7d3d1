import { Button } from "#ui/button.tsx";
import { formatPercent } from "#ui/format.ts";

import type { Playback } from "../contract.ts";
import { dropsFrames, type Rate, rateName } from "../rules/frames.ts";
import { type Frames, useDisplayedFrame } from "./use-frames.ts";
import type { QualityChoice } from "./use-quality-choice.ts";

interface FrameClockProps {
  frames: Frames;
  /** Number of frames, where they have been counted. */
  count: number | null;
  timecodeOf: (frame: number) => string;
}

/** Timecode and number of the displayed frame. Numbers on screen count from 1. */
export function FrameClock({ frames, count, timecodeOf }: FrameClockProps) {
  const frame = useDisplayedFrame(frames);
  return (
    <span className="flex min-w-0 flex-1 basis-32 flex-wrap items-baseline gap-x-3 low:basis-28">
      <span className="numerals text-xl low:text-base">
        {frame === null ? "--:--:--:--" : timecodeOf(frame)}
      </span>
      <span className="numerals text-sm text-soft">
        frame {frame === null ? "-" : (frame + 1).toLocaleString("en-US")}
        {count !== null && ` of ${count.toLocaleString("en-US")}`}
      </span>
    </span>
  );
}

/** Frame rate and resolution of the original. */
export function Format({ rate, width, height }: { rate: Rate } & Pick<Playback, "width" | "height">) {
  return (
    <span className="numerals hidden text-sm text-soft md:inline low:@max-2xl/player:hidden">
      {rateName(rate)}
      {dropsFrames(rate) ? "" : " fps"}
      {width && height ? `, ${Math.min(width, height)}p` : ""}
    </span>
  );
}

export const qualities = [
  { value: "full", label: "Full quality" },
  { value: "light", label: "Data saver" },
] as const;

interface QualityNoteProps {
  quality: QualityChoice;
  isSlow: boolean;
  onChoose: (choice: QualityChoice) => void;
}

/** Offers the light rendition where the connection is too slow, and states when it is played. */
export function QualityNote({ quality, isSlow, onChoose }: QualityNoteProps) {
  const light = quality === "light";
  const shown = light || isSlow;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      <output className="text-sm text-soft">
        {light && "Data saver is on: you see every frame, with less detail."}
        {!light &&
          isSlow &&
          "Your connection is too slow for full quality. Data saver shows the same frames."}
      </output>
      {shown && (
        <Button size="small" onClick={() => onChoose(light ? "full" : "light")}>
          {light ? "Watch in full quality" : "Use data saver"}
        </Button>
      )}
    </div>
  );
}

export function Preparing({ share }: { share: number }) {
  return (
    <p className="numerals mt-1 text-sm text-soft">
      Preparing {formatPercent(share * 100)}. You can watch the part that is ready.
    </p>
  );
}
