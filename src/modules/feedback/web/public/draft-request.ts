import type { FrameRange } from "#modules/media/rules/frames.ts";

import { isEmptyDraft } from "../composer/draft-store.ts";
import type { ReviewSession } from "./review-session.tsx";

/**
 * Puts a request on a range of frames, or on the displayed one, into the form for a new comment, which gets the focus. A text that the
 * user is writing stays before it, on its own frames.
 */
export function draftRequest(
  { draft, inputId, player }: ReviewSession,
  text: string,
  range: FrameRange | null,
): void {
  const current = draft.getState();
  if (isEmptyDraft(current)) {
    const frame = range?.from ?? player.current?.currentFrame() ?? 0;
    if (range) player.current?.seek(frame);
    draft.setState({ text, inFrame: frame, outFrame: range && range.to > frame ? range.to : null });
  } else {
    draft.setState({ text: `${current.text.trimEnd()}\n${text}`.trimStart() });
  }
  document.getElementById(inputId)?.focus();
}
