import { createContext, type RefObject, use } from "react";

import type { VideoPlayerHandle } from "#modules/media/web/use-player-controls.ts";
import type { PersonCard, User } from "#modules/people/contract.ts";
import type { Side } from "#modules/tasks/rules.ts";

import type { Comment } from "../contract.ts";
import type { ActiveThread } from "./active-thread.ts";
import type { NewComment } from "./comment-outbox.ts";
import type { NameOfFrame } from "./comment-time.ts";
import type { FrameStore } from "./frame-store.ts";
import type { CommentChanges } from "./use-comment-changes.ts";
import type { EditedComment } from "./use-edited-comment.ts";

/** The form that is open in a thread. */
export interface OpenForm {
  commentId: string;
  kind: "reply" | "edit" | "done";
}

/** What all comments of the panel need. It changes rarely, so that the comments don't render with every change. */
export interface CommentsContextValue {
  taskId: number;
  user: Pick<User, "id" | "name" | "profileImgUrl">;
  side: Side;
  members: readonly PersonCard[];
  /** Of the version; null while it is unknown. */
  nameOf: NameOfFrame;
  /** False for closed tasks. */
  writable: boolean;
  active: ActiveThread;
  frames: FrameStore;
  player: RefObject<VideoPlayerHandle | null>;
  /** False once the video was deleted. */
  hasVideo: boolean;
  changes: CommentChanges;
  /** Adds a comment or reply to those that are being sent. Returns its id. */
  send: (comment: NewComment) => string;
  /** Makes a comment that was not sent the draft again. */
  editUnsent: (id: string) => void;
  /** Selects a comment and seeks to its frame. */
  select: (id: string) => void;
  edited: EditedComment | null;
  /** Shows the drawing of an edited comment over the picture; null ends it. */
  setEdited: (edited: EditedComment | null) => void;
  open: (form: OpenForm | null) => void;
  askToDelete: (comment: Comment) => void;
}

export const CommentsContext = createContext<CommentsContextValue | null>(null);

export function useCommentsContext(): CommentsContextValue {
  const value = use(CommentsContext);
  if (!value) throw new Error("The comment is outside of its panel.");
  return value;
}
