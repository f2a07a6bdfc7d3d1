import { useLayoutEffect, useMemo } from "react";

import { changeLoop, createDraftStore, type DraftState, type DraftStore, fixFrames } from "./draft-store.ts";
import { type ReviewSession, useReviewSession } from "./public/review-session.tsx";

/** The stored draft with a key, which is the new comment of the review session from now on. */
export function useDraft(key: string): DraftStore {
  const session = useReviewSession();
  const draft = useMemo(() => createDraftStore(key), [key]);
  useLayoutEffect(() => {
    session.setState({ draft });
    const stop = session.subscribe(({ loop }, before) => {
      if (loop !== before.loop) changeLoop(draft, loop);
    });
    return () => {
      stop();
      session.setState({ draft: null, loop: null });
    };
  }, [session, draft]);
  return draft;
}

/** Pauses the video and fixes the frames of the draft. */
export function pauseOnFrame({ player, getState }: ReviewSession, draft: DraftStore): void {
  player.current?.pause();
  const { frame, loop } = getState();
  fixFrames(draft, player.current?.currentFrame() ?? frame ?? 0, loop);
}

/** Starts drawing on the frame of the draft with a tool; null ends it. */
export function chooseTool(
  session: ReviewSession,
  draft: DraftStore,
  chosen: Pick<DraftState, "tool" | "byKeyboard">,
): void {
  draft.setState(chosen);
  if (chosen.tool === null) return;
  pauseOnFrame(session, draft);
  session.player.current?.seek(draft.getState().inFrame ?? 0);
}
