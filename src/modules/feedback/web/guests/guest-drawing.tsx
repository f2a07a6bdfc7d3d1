import { useQuery, useQueryClient } from "@tanstack/react-query";

import { DrawingView } from "../drawing-view.tsx";
import { type FrameStore, useFrame } from "../frame-store.ts";
import { guestCommentsQuery } from "./queries.ts";

interface GuestDrawingProps {
  linkId: string;
  frames: FrameStore;
  /** Width of the picture divided by its height. */
  aspect: number;
  /** The comment whose drawing is being changed. */
  editedId: string | undefined;
}

/** The drawings of the comments that begin on the displayed frame. */
export function GuestDrawing({ linkId, frames, aspect, editedId }: GuestDrawingProps) {
  // The panel loads them.
  const comments = useQuery({ ...guestCommentsQuery(linkId, useQueryClient()), enabled: false }).data
    ?.comments;
  const frame = useFrame(frames);
  return comments
    ?.filter(({ id, inFrame, deleted }) => inFrame === frame && !deleted && id !== editedId)
    .map(
      ({ id, drawing, author }) =>
        drawing && (
          <DrawingView key={id} shapes={drawing.shapes} aspect={aspect} label={`Drawing by ${author.name}`} />
        ),
    );
}
