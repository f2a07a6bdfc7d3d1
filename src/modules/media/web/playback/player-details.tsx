import { X } from "lucide-react";
import { type ReactNode, useState } from "react";

import type { Playback } from "#modules/media/contract/videos.ts";
import { dropsFrames, type Rate, rateName } from "#modules/media/rules/frames.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { formatPercent } from "#ui/format.ts";
import { IconButton } from "#ui/icon-button.tsx";

import { type Frames, useDisplayedFrame } from "../public/use-frames.ts";
import { spare } from "./frame-controls.tsx";
import type { QualityChoice } from "./use-quality-choice.ts";

interface FrameClockProps {
  frames: Frames;
  /** Number of frames, where they have been counted. */
  count: number | null;
  /** Number of the last frame, estimated until they have been counted. */
  last: number;
  formatTimecode: (frame: number) => string;
}

/** Timecode and number of the displayed frame, as wide as the widest. Numbers on screen count from 1. */
export function FrameClock({ frames, count, last, formatTimecode }: FrameClockProps) {
  const frame = useDisplayedFrame(frames);
  const widest = `frame of ${(last + 1).toLocaleString("en-US").repeat(2)} `;
  return (
    <span className="flex flex-1 flex-col whitespace-nowrap low:pl-1">
      <span className="numerals text-xl/6 low:text-base/5">
        {frame === null ? "--:--:--:--" : formatTimecode(frame)}
      </span>
      <span
        className="numerals text-sm/4 text-soft low:text-xs/4 low:@max-2xl/player:min-w-0!"
        style={{ minWidth: `${widest.length}ch` }}
      >
        frame {frame === null ? "-" : (frame + 1).toLocaleString("en-US")}
        {count !== null && <span className={spare}> of {count.toLocaleString("en-US")}</span>}
      </span>
    </span>
  );
}

/** Frame rate and resolution of the original. */
export function Format({ rate, width, height }: { rate: Rate } & Pick<Playback, "width" | "height">) {
  return (
    <span className="numerals mr-1 hidden text-sm text-soft md:inline @max-[64rem]/player:hidden">
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

/**
 * Over the picture: offers the light rendition where the connection is too slow, and states that it is played instead. A
 * choice of earlier visits is only shown by the select.
 */
export function QualityNote({ quality, isSlow, onChoose }: QualityNoteProps) {
  const [hiddenFor, setHiddenFor] = useState<QualityChoice | null>(quality === "light" ? quality : null);
  const light = quality === "light";
  const visible = (light || isSlow) && hiddenFor !== quality;
  return (
    <div
      className={classNames(
        "absolute inset-x-2 top-2 mx-auto flex w-fit items-center gap-x-3 rounded-sm",
        visible && "border bg-picture/90 py-1 pr-1 pl-3",
      )}
    >
      <output className="min-w-0 text-sm">
        {visible && light && "Data saver is on: you see every frame, with less detail."}
        {visible &&
          !light &&
          "Your connection is too slow for full quality. Data saver shows the same frames."}
      </output>
      {visible && (
        <span className="flex shrink-0 items-center">
          <Button size="small" onClick={() => onChoose(light ? "full" : "light")}>
            {light ? "Watch in full quality" : "Use data saver"}
          </Button>
          <IconButton
            size="small"
            label="Hide this note"
            icon={<X className="size-4" />}
            onClick={() => setHiddenFor(quality)}
          />
        </span>
      )}
    </div>
  );
}

/** The part of the video that can be watched, shown in the timeline. */
export function Preparing({ share }: { share: number }) {
  return (
    <p className="numerals pointer-events-none absolute top-1 left-1 rounded-xs bg-panel px-1 text-xs text-soft low:top-0.5">
      Preparing {formatPercent(share * 100)}.{" "}
      <span className="max-sm:sr-only">You can watch the part that is ready.</span>
    </p>
  );
}

/** Keeps the space of controls that appear later, which would otherwise move the others to another row. */
export function ControlsPlaceholder({ children }: { children: ReactNode }) {
  return (
    <span inert className="invisible hidden items-center beside:flex">
      {children}
    </span>
  );
}
