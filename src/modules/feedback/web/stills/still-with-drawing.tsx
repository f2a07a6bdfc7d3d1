import { useState } from "react";

import type { Comment } from "#modules/feedback/contract/comments.ts";
import type { Guides } from "#modules/media/contract/guides.ts";
import { GuidesView } from "#modules/media/web/public/guides-view.tsx";

import { DrawingView } from "../public/drawing-view.tsx";

interface StillWithDrawingProps {
  comment: Pick<Comment, "drawing" | "author">;
  stillUrl: string;
  /** Accessible name of the still. */
  label: string;
  className: string;
  /** Over the still; null for none. */
  guides: Guides | null;
}

/** The still of a comment's frame with its drawing. */
export function StillWithDrawing({ comment, stillUrl, label, className, guides }: StillWithDrawingProps) {
  const { drawing, author } = comment;
  const [aspect, setAspect] = useState(16 / 9);
  return (
    <div className={`relative ${className}`} style={{ aspectRatio: aspect }}>
      <img
        src={stillUrl}
        alt={label}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setAspect(naturalWidth / Math.max(1, naturalHeight))
        }
        className="size-full bg-picture object-contain"
      />
      {guides && <GuidesView guides={guides} aspect={aspect} />}
      {drawing && <DrawingView shapes={drawing.shapes} aspect={aspect} label={`Drawing by ${author.name}`} />}
    </div>
  );
}
