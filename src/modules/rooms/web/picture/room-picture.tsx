import { useStore } from "zustand";

import { DrawingView } from "#modules/feedback/web/public/drawing-view.tsx";
import { useReview, useReviewSession } from "#modules/feedback/web/public/review-session.tsx";

import { participantColors, participantName } from "../participants.ts";
import { useRoom } from "../public/room-session.tsx";
import { Pointers } from "./pointers.tsx";
import { useDrawingSignals } from "./use-drawing-signals.ts";

interface RoomPictureProps {
  version: number;
  /** The width of the picture divided by its height. */
  aspect: number;
}

/** Pointers and unposted drawings of the others on the picture of a version. */
export function RoomPicture({ version, aspect }: RoomPictureProps) {
  const review = useReviewSession();
  const edited = useReview((state) => state.edited);
  const isDrawing = useStore(edited?.draft ?? review.draft, ({ tool }) => tool !== null);
  useDrawingSignals(version);
  return (
    <>
      <UnpostedDrawings version={version} aspect={aspect} />
      <Pointers isDrawing={isDrawing} />
    </>
  );
}

/** The drawings that others are making on the displayed frame. */
function UnpostedDrawings({ version, aspect }: RoomPictureProps) {
  const room = useRoom((state) => state.room);
  const frame = useReview((state) => state.frame);
  const drawings = useRoom((state) => state.drawings);
  const colors = participantColors(room);
  return [...drawings].map(([participant, drawing]) => {
    const name = participantName(room, participant);
    const start = drawing.shapes[0];
    const isDisplayed = drawing.version === version && drawing.frame === frame;
    if (name === undefined || !start || !isDisplayed) return null;
    const [x, y] = start.kind === "pen" ? (start.points[0] ?? [0, 0]) : "at" in start ? start.at : start.from;
    return (
      <div key={participant}>
        <DrawingView shapes={drawing.shapes} aspect={aspect} label={`Drawing that ${name} is making`} />
        <span
          aria-hidden
          className="pointer-events-none absolute max-w-40 -translate-y-full truncate rounded-xs px-1.5 py-px text-xs font-semibold text-[#111]"
          style={{ left: `${x * 100}%`, top: `${y * 100}%`, backgroundColor: colors.get(participant) }}
        >
          {name}
        </span>
      </div>
    );
  });
}
