import { useState } from "react";

import type { DraftStore } from "./draft-store.ts";
import { useStable } from "./use-stable.ts";

/** A stored comment that is being edited with its drawing. */
export interface EditedComment {
  id: string;
  draft: DraftStore;
  /** Receives the focus when the user leaves the drawing by keyboard. */
  inputId: string;
}

/** The edited comment whose drawing is shown over the picture. `draft` is that of a new comment, which isn't drawn meanwhile. */
export function useEditedComment(draft: DraftStore) {
  const [edited, showEdited] = useState<EditedComment | null>(null);
  const setEdited = useStable((next: EditedComment | null) => {
    draft.setState({ tool: null });
    showEdited(next);
  });
  return { edited, setEdited };
}
