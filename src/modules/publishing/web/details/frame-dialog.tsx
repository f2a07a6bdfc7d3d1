import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRef, useState } from "react";

import { formatMediaTime } from "#core/time.ts";
import {
  frameAt,
  frameMiddle,
  framesPerSecond,
  type FrameTimes,
  timecode,
} from "#modules/media/rules/frames.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { IconButton } from "#ui/icon-button.tsx";

import { captureFrame, type Picture } from "./fit-thumbnail.ts";

interface FrameDialogProps {
  /** A file of the approved version that browsers play. */
  url: string;
  /** The times of its frames; null while they are unknown. */
  times: FrameTimes | null;
  onCancel: () => void;
  onCapture: (picture: Picture) => void;
}

/** Chooses a frame of the approved version as the thumbnail. */
export function FrameDialog({ url, times, onCancel, onCapture }: FrameDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [seconds, setSeconds] = useState(0);
  const [length, setLength] = useState(0);
  const [seeking, setSeeking] = useState(true);
  const seek = (to: number) => {
    // Of a frame the middle, because browsers disagree on the displayed frame at its edges.
    const seekTo = times ? frameMiddle(frameAt(to, times), times) : to;
    setSeconds(seekTo);
    if (video.current) video.current.currentTime = seekTo;
  };
  const step = (frames: number) => {
    if (!times) return;
    const next = frameMiddle(Math.max(0, frameAt(seconds, times) + frames), times);
    if (next < length) seek(next);
  };
  const time = times ? timecode(frameAt(seconds, times), times.rate) : formatMediaTime(seconds);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title="Thumbnail from the video"
      description="Choose a frame of the approved version."
      size="large"
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            variant="primary"
            disabled={seeking}
            onClick={() => {
              if (video.current) void captureFrame(video.current).then(onCapture);
            }}
          >
            Use this frame
          </Button>
        </>
      }
    >
      <video
        ref={video}
        src={url}
        muted
        playsInline
        preload="auto"
        aria-label="Frame of the approved version"
        className="max-h-[60dvh] w-full rounded-sm bg-picture object-contain"
        onLoadedMetadata={(event) => {
          setLength(event.currentTarget.duration);
          seek(event.currentTarget.duration / 3);
        }}
        onSeeking={() => setSeeking(true)}
        onSeeked={() => setSeeking(false)}
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        {times && (
          <span className="flex">
            <IconButton
              label="One frame back"
              icon={<ChevronLeft className="size-5" />}
              onClick={() => step(-1)}
            />
            <IconButton
              label="One frame forward"
              icon={<ChevronRight className="size-5" />}
              onClick={() => step(1)}
            />
          </span>
        )}
        <input
          type="range"
          aria-label="Time in the video"
          aria-valuetext={time}
          min={0}
          max={length}
          step="any"
          value={seconds}
          onChange={(event) => seek(event.target.valueAsNumber)}
          onKeyDown={(event) => {
            const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (!direction || !times) return;
            event.preventDefault();
            step(event.shiftKey ? direction * framesPerSecond(times.rate) : direction);
          }}
          className="min-w-0 flex-1 accent-ink pointer-coarse:h-11"
        />
        <output className="numerals text-right text-sm text-ink">{time}</output>
      </div>
    </Dialog>
  );
}
