import { useCommentsContext } from "./comments-context.ts";
import { Composer } from "./composer.tsx";
import type { DraftStore } from "./draft-store.ts";

interface NewCommentProps {
  version: number;
  draft: DraftStore;
  /** Receives the text area. */
  inputId: string;
  /** Called with the id of a new comment. */
  onSent: (id: string) => void;
}

/** The form for a new comment of a member of the task. */
export function NewComment({ version, draft, inputId, onSent }: NewCommentProps) {
  const { taskId, members, nameOf, frames, player, edited, send } = useCommentsContext();
  return (
    <Composer
      {...{ draft, frames, player, inputId, nameOf, members }}
      shortcut="C"
      takesImages
      canDraw={edited === null}
      onSubmit={(written, clear) => {
        const id = send({ ...written, taskId, version, parentId: null });
        clear();
        onSent(id);
      }}
    />
  );
}
