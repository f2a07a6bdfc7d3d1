import { useEffect } from "react";

import { useReview, useReviewSession } from "#modules/feedback/web/public/review-session.tsx";

import { useRoomSession } from "../public/room-session.tsx";

/** Milliseconds between signals. */
const interval = 350;
/** Larger drawings, as JSON, are seen by the others when they are posted. */
const maxLength = 6 * 1024;

/**
 * Shows the others the drawing that is being made on a version, whenever a shape of it is complete, until it is posted or discarded, and again
 * when another participant joins.
 */
export function useDrawingSignals(version: number): void {
  const { signal, subscribe: subscribeToRoom } = useRoomSession();
  const review = useReviewSession();
  const edited = useReview((state) => state.edited);
  const draft = edited?.draft ?? review.draft;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let sentFrame: number | null = null;
    let sentAt = -Infinity;
    const end = () => {
      if (sentFrame !== null) signal({ kind: "drawing", version, frame: sentFrame, shapes: null });
      sentFrame = null;
    };
    const send = () => {
      timer = null;
      sentAt = performance.now();
      const { shapes, inFrame } = draft.getState();
      if (shapes.length === 0 || inFrame === null) {
        end();
        return;
      }
      const drawing = { kind: "drawing" as const, version, frame: inFrame, shapes: [...shapes] };
      if (JSON.stringify(drawing).length > maxLength) return;
      sentFrame = inFrame;
      signal(drawing);
    };
    const schedule = () => {
      timer ??= setTimeout(send, Math.max(0, sentAt + interval - performance.now()));
    };
    const unsubscribe = draft.subscribe(({ shapes, inFrame }, before) => {
      if (shapes !== before.shapes || inFrame !== before.inFrame) schedule();
    });
    const unsubscribeFromRoom = subscribeToRoom(({ room }, before) => {
      const earlier = before.room?.participants.map(({ id }) => id) ?? [];
      if (sentFrame !== null && room?.participants.some(({ id }) => !earlier.includes(id))) schedule();
    });
    return () => {
      unsubscribe();
      unsubscribeFromRoom();
      if (timer !== null) clearTimeout(timer);
      end();
    };
  }, [version, draft, signal, subscribeToRoom]);
}
