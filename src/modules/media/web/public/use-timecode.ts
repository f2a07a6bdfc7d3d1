import { useCallback } from "react";

import type { Playback } from "#modules/media/contract/videos.ts";
import { sourceTimecode, timecode } from "#modules/media/rules/frames.ts";

import { useStoredChoice } from "../playback/use-stored-choice.ts";

/** Whether timecodes count from the first frame of the video or continue that of its source. */
type TimecodeSource = "video" | "source";

export const timecodeSources = [
  { value: "video", label: "Timecode from 0" },
  { value: "source", label: "Source timecode" },
] as const;

/** The format of frame names, as chosen for all videos in this browser. */
export function useTimecode({ rate, startTimecode }: Pick<Playback, "rate" | "startTimecode">) {
  const [source, choose] = useStoredChoice<TimecodeSource>("reelay-timecode", ["video", "source"]);
  const start = source === "source" ? startTimecode : null;
  const formatTimecode = useCallback(
    (frame: number) => {
      if (!rate) return "";
      return start === null ? timecode(frame, rate) : sourceTimecode(frame, rate, start);
    },
    [rate, start],
  );
  return { source, choose, formatTimecode };
}
