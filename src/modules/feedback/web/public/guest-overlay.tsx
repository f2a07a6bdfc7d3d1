import { useQuery, useQueryClient } from "@tanstack/react-query";

import { FrameDrawings } from "../drawing/frame-drawings.tsx";
import { PictureOverlay } from "../drawing/picture-overlay.tsx";
import { guestCommentsQuery } from "../guests/queries.ts";
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
      {displayed && <FrameDrawings comments={displayed} aspect={aspect} />}
      <PictureOverlay aspect={aspect}>{null}</PictureOverlay>
    </>
  );
}
