import type { Comment } from "#modules/feedback/contract/comments.ts";

import { DrawingView } from "../public/drawing-view.tsx";

interface FrameDrawingsProps {
  /** Those on the displayed frame, with and without a drawing. */
  comments: readonly Pick<Comment, "id" | "drawing" | "author">[];
  /** Width of the picture divided by its height. */
  aspect: number;
}

/** The drawings of comments over the picture. */
export function FrameDrawings({ comments, aspect }: FrameDrawingsProps) {
  return comments.map(
    ({ id, drawing, author }) =>
      drawing && (
        <DrawingView key={id} shapes={drawing.shapes} aspect={aspect} label={`Drawing by ${author.name}`} />
      ),
  );
}
