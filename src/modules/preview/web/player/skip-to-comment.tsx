import { flushSync } from "react-dom";

import { useReviewSession } from "#modules/feedback/web/public/review-session.tsx";

import { useStage } from "./preview-stage.tsx";

/** Moves the focus over the player and the list of comments to the form for a new one. Visible on focus. */
export function SkipToComment() {
  const { showTab } = useStage();
  const { inputId } = useReviewSession();
  return (
    <button
      type="button"
      className="skip-link"
      onClick={() => {
        flushSync(() => showTab("comments"));
        document.getElementById(inputId)?.focus();
      }}
    >
      Skip to the new comment
    </button>
  );
}
