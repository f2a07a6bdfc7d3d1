import { createContext, use } from "react";

import type { TaskAbility } from "#core/permission.ts";
import type { Comment } from "#modules/feedback/contract/comments.ts";
import type { PersonCard, User } from "#modules/people/contract/people.ts";

import type { FrameLabel } from "./comment-time.ts";
import type { CommentChanges } from "./use-comment-changes.ts";

/** The data of a panel that all its comments use. It changes rarely, so that the comments don't render with every change. */
export interface CommentsContextValue {
  taskId: number;
  user: Pick<User, "id" | "name" | "profileImgUrl">;
  abilities: readonly TaskAbility[];
  members: readonly PersonCard[];
  /** Of the version. */
  frameLabel: FrameLabel;
  /** False for closed tasks. */
  writable: boolean;
  /** False once the video was deleted. */
  hasVideo: boolean;
  changes: CommentChanges;
  askToDelete: (comment: Comment) => void;
}

export const CommentsContext = createContext<CommentsContextValue | null>(null);

export function useCommentsContext(): CommentsContextValue {
  const value = use(CommentsContext);
  if (!value) throw new Error("The comment is outside of its panel.");
  return value;
}
