import { useQuery, useQueryClient } from "@tanstack/react-query";

import { PictureOverlay } from "../drawing/picture-overlay.tsx";
import { guestCommentsQuery } from "../guests/queries.ts";
import { DrawingView } from "./drawing-view.tsx";
import { useReview } from "./review-session.tsx";

interface GuestOverlayProps {
  linkId: string;
  /** Width of the picture divided by its height. */
  aspect: number;
}

/** The drawings of the comments that begin on the displayed frame, and the one that is being made. */
export function GuestOverlay({ linkId, aspect }: GuestOverlayProps) {
  const { data } = useQuery(guestCommentsQuery(linkId, useQueryClient()));
  const frame = useReview((state) => state.frame);
  const editedId = useReview((state) => state.edited?.id);
  const displayed = data?.comments.filter(
    ({ id, inFrame, deleted }) => inFrame === frame && !deleted && id !== editedId,
  );
  return (
    <>
      {displayed?.map(
        ({ id, drawing, author }) =>
          drawing && (
            <DrawingView
              key={id}
              shapes={drawing.shapes}
              aspect={aspect}
              label={`Drawing by ${author.name}`}
            />
          ),
      )}
      <PictureOverlay aspect={aspect}>{null}</PictureOverlay>
    </>
  );
}
