import type { ReviewSession } from "../public/review-session.tsx";
import { type DraftState, type DraftStore, fixFrames } from "./draft-store.ts";

/** Pauses the video, unless another user controls it, and fixes the frames of the draft. */
export function pauseOnFrame({ player, getState }: ReviewSession, draft: DraftStore): void {
  const { frame, loop, view, leader } = getState();
  if (!leader) player.current?.pause();
  fixFrames(draft, { frame: player.current?.currentFrame() ?? frame ?? 0, loop, view });
}

/** Starts drawing on the frame of the draft with a tool; null ends it. */
export function chooseTool(
  session: ReviewSession,
  draft: DraftStore,
  chosen: Pick<DraftState, "tool" | "byKeyboard">,
): void {
  draft.setState(chosen);
  if (chosen.tool === null) return;
  // Nobody can draw on a picture that another user moves.
  session.getState().leader?.unfollow();
  pauseOnFrame(session, draft);
  session.player.current?.seek(draft.getState().inFrame ?? 0);
}
