import {
  ArrowLeftToLine,
  ArrowRightToLine,
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  X,
} from "lucide-react";

import { classNames } from "#ui/class-names.ts";
import { IconButton } from "#ui/icon-button.tsx";
import type { MediaRef } from "#ui/player/media-state.ts";
import { PlayButton } from "#ui/player/transport.tsx";

import type { Frames } from "../public/use-frames.ts";
import type { Loop } from "./use-loop.ts";

const icon = "size-5";
const narrow = "max-sm:w-9";
/** Controls for which a narrow player in a low window has no space; they return while the panel is hidden. */
export const spare = "low:@max-2xl/player:hidden";

interface StepControlsProps {
  mediaRef: MediaRef;
  frames: Frames;
  /** Frames of a second. */
  second: number;
}

/** Play, and steps by frames and seconds. */
export function StepControls({ mediaRef, frames: { step }, second }: StepControlsProps) {
  return (
    <span className="flex items-center">
      <IconButton
        label="One second back"
        icon={<ChevronsLeft className={icon} />}
        className={classNames(narrow, spare)}
        onClick={() => step(-second)}
      />
      <IconButton
        label="One frame back"
        icon={<ChevronLeft className={icon} />}
        className={narrow}
        onClick={() => step(-1)}
      />
      <PlayButton mediaRef={mediaRef} />
      <IconButton
        label="One frame forward"
        icon={<ChevronRight className={icon} />}
        className={narrow}
        onClick={() => step(1)}
      />
      <IconButton
        label="One second forward"
        icon={<ChevronsRight className={icon} />}
        className={classNames(narrow, spare)}
        onClick={() => step(second)}
      />
    </span>
  );
}

/** Buttons that set and clear the loop. */
export function LoopControls({ loop: { range, start, end, clear } }: { loop: Loop }) {
  return (
    <span className={classNames("flex items-center", spare)}>
      <IconButton
        label="Start the loop here"
        icon={<ArrowLeftToLine className={icon} />}
        onClick={start}
        className={classNames(narrow, range && "text-amber!")}
      />
      <IconButton
        label="End the loop here"
        icon={<ArrowRightToLine className={icon} />}
        onClick={end}
        className={classNames(narrow, range && "text-amber!")}
      />
      {range && (
        <IconButton label="Clear the loop" icon={<X className={icon} />} onClick={clear} className={narrow} />
      )}
    </span>
  );
}
