import { ImageOff } from "lucide-react";
import { useState } from "react";

import type { Comment } from "#modules/feedback/contract/comments.ts";

import { commentTime, type FrameLabel } from "../comments/comment-time.ts";
import { DrawingView } from "../public/drawing-view.tsx";

interface StillPictureProps {
  /** The selected comment, otherwise the first one. */
  comment: Comment | null;
  frameLabel: FrameLabel;
}

/** The still of a comment's frame with its drawing, in place of a video that was deleted. */
export function StillPicture({ comment, frameLabel }: StillPictureProps) {
  const [shape, setShape] = useState({ url: "", aspect: 16 / 9 });
  if (!comment) return null;
  const { stillUrl, drawing, author } = comment;
  const time = commentTime({ ...comment, outFrame: null }, frameLabel);
  const aspect = shape.url === stillUrl ? shape.aspect : 16 / 9;
  return (
    <figure data-theme="dark" className="bg-picture text-ink">
      <div
        className="relative mx-auto flex items-center justify-center"
        style={{ aspectRatio: aspect, width: `min(100%, calc(60dvh * ${aspect}))` }}
      >
        {stillUrl ? (
          <img
            src={stillUrl}
            alt={`The frame at ${time}`}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setShape({ url: stillUrl, aspect: naturalWidth / Math.max(1, naturalHeight) })
            }
            className="size-full object-contain"
          />
        ) : (
          <p className="flex flex-col items-center gap-2 p-6 text-center text-soft">
            <ImageOff aria-hidden className="size-6" strokeWidth={1.5} />
            There is no still of this frame.
          </p>
        )}
        {drawing && (
          <DrawingView shapes={drawing.shapes} aspect={aspect} label={`Drawing by ${author.name}`} />
        )}
      </div>
      <figcaption className="flex flex-wrap items-baseline gap-x-4 px-1 py-2">
        <span className="numerals text-xl">{time}</span>
        <span className="text-sm text-soft">Still of the commented frame</span>
      </figcaption>
    </figure>
  );
}
