import { X } from "lucide-react";
import { useStore } from "zustand";

import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";

import { commentTime, type FrameLabel } from "../comments/comment-time.ts";
import { useReview, useReviewSession } from "../public/review-session.tsx";

/** The displayed frame, or the fixed frame or range of the draft. */
export function DraftFrames({ frameLabel }: { frameLabel: FrameLabel }) {
  const { player, draft } = useReviewSession();
  const { inFrame, outFrame } = useStore(draft);
  const loop = useReview((state) => state.loop);
  const displayed = useReview((state) => state.frame) ?? 0;
  const range =
    inFrame === null && loop
      ? { inFrame: loop.from, outFrame: loop.to }
      : { inFrame: inFrame ?? displayed, outFrame };
  const time = commentTime(range, frameLabel);
  const isRange = range.outFrame !== null && range.outFrame !== range.inFrame;
  const fixed = inFrame !== null;
  const release = () => {
    if (loop) player.current?.loop(null);
    draft.setState({ outFrame: null });
  };
  return (
    <div className="flex min-h-6 items-center gap-2">
      {fixed ? (
        <button
          type="button"
          aria-label={`Comment at ${time}, go to this frame`}
          onClick={() => player.current?.seek(range.inFrame)}
          className="numerals rounded-xs text-xs text-amber enabled-hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
        >
          {time}
        </button>
      ) : (
        <span className="numerals text-xs text-amber">{time}</span>
      )}
      {isRange && (
        <IconButton
          size="small"
          label="Remove the range"
          icon={<X aria-hidden className="size-3.5" />}
          className="-my-1 min-h-6! w-6! pointer-coarse:w-11!"
          onClick={release}
        />
      )}
      <span className="-my-1 ml-auto flex">
        <Button
          size="small"
          variant="quiet"
          title="Start of the range (I)"
          onClick={() => player.current?.startLoop()}
        >
          In
        </Button>
        <Button
          size="small"
          variant="quiet"
          title="End of the range (O)"
          onClick={() => player.current?.endLoop()}
        >
          Out
        </Button>
      </span>
      {fixed && !isRange && displayed !== inFrame && (
        <button
          type="button"
          onClick={() => draft.setState({ inFrame: displayed, outFrame: null })}
          className="rounded-xs text-xs whitespace-nowrap text-soft underline underline-offset-2 enabled-hover:text-ink pointer-coarse:-my-3 pointer-coarse:py-3"
        >
          Move to current frame
        </button>
      )}
    </div>
  );
}
