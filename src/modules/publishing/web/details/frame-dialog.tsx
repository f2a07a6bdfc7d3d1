import { useRef, useState } from "react";

import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { formatMediaTime } from "#ui/format.ts";

import { captureFrame, type Picture } from "./fit-thumbnail.ts";

interface FrameDialogProps {
  /** A file of the approved version that browsers play. */
  url: string;
  onCancel: () => void;
  onCapture: (picture: Picture) => void;
}

/** Chooses a frame of the approved version as the thumbnail. */
export function FrameDialog({ url, onCancel, onCapture }: FrameDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [seconds, setSeconds] = useState(0);
  const [length, setLength] = useState(0);
  const [seeking, setSeeking] = useState(true);
  const seek = (to: number) => {
    setSeconds(to);
    if (video.current) video.current.currentTime = to;
  };
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
      <div className="mt-4 flex items-center gap-3">
        <input
          type="range"
          aria-label="Time in the video"
          aria-valuetext={formatMediaTime(seconds)}
          min={0}
          max={length}
          step={0.04}
          value={seconds}
          onChange={(event) => seek(event.target.valueAsNumber)}
          className="min-w-0 flex-1 accent-ink pointer-coarse:h-11"
        />
        <span className="numerals w-24 text-right text-sm text-soft">
          {formatMediaTime(seconds)} / {formatMediaTime(length)}
        </span>
      </div>
    </Dialog>
  );
}
