import { useMemo } from "react";
import { toast } from "sonner";

import { shownMessage } from "#core/shown-message.ts";
import { call } from "#core/web/client.ts";

import { feedbackEndpoints, type Comment } from "../contract/comments.ts";
import type { ReactionEmoji } from "../rules/comments.ts";

/** Changes of stored comments. Each returns whether the server has stored it; errors are shown in a toast. */
export interface CommentChanges {
  resolve: (comment: Comment, resolved: boolean) => Promise<boolean>;
  react: (comment: Comment, emoji: ReactionEmoji, active: boolean) => Promise<boolean>;
  edit: (comment: Comment, edited: EditedContent) => Promise<boolean>;
  remove: (comment: Comment) => Promise<boolean>;
  markDone: (comment: Comment, done: boolean, note: string) => Promise<boolean>;
}

export interface EditedContent extends Pick<Comment, "text" | "mentions"> {
  /** Without it, the drawing stays. */
  drawing?: Comment["drawing"];
}

interface Target {
  taskId: number;
  user: { id: number; name: string };
  /** Stores a comment in the list. */
  put: (comment: Comment) => void;
}

/** Resolved comments and reactions are shown before the server has stored them. */
export function useCommentChanges({ taskId, user, put }: Target): CommentChanges {
  const { id: userId, name } = user;
  return useMemo(() => {
    const change = async (
      before: Comment,
      request: () => Promise<{ data: Comment }>,
      expected?: Comment,
    ): Promise<boolean> => {
      if (expected) put(expected);
      try {
        put((await request()).data);
        return true;
      } catch (error) {
        if (expected) put(before);
        toast.error(shownMessage(error, "The comment could not be changed."));
        return false;
      }
    };
    const address = (comment: Comment) => ({ id: taskId, commentId: comment.id });
    return {
      resolve: (comment, resolved) =>
        change(
          comment,
          () => call(feedbackEndpoints.resolveComment, { params: address(comment), body: { resolved } }),
          {
            ...comment,
            resolved: resolved ? { by: name, at: new Date().toISOString() } : null,
            done: resolved ? comment.done : null,
          },
        ),
      react: (comment, emoji, active) =>
        change(
          comment,
          () => call(feedbackEndpoints.react, { params: address(comment), body: { emoji, active } }),
          { ...comment, reactions: withReacting(comment.reactions, emoji, userId, active) },
        ),
      edit: (comment, edited) =>
        change(comment, () =>
          call(feedbackEndpoints.editComment, { params: address(comment), body: edited }),
        ),
      remove: (comment) =>
        change(comment, () => call(feedbackEndpoints.deleteComment, { params: address(comment) })),
      markDone: (comment, done, note) =>
        change(comment, () =>
          call(feedbackEndpoints.markDone, { params: address(comment), body: { done, note } }),
        ),
    };
  }, [taskId, userId, name, put]);
}

type ReactingPeople = Comment["reactions"];

function withReacting(
  before: ReactingPeople,
  emoji: ReactionEmoji,
  userId: number,
  active: boolean,
): ReactingPeople {
  const known = before.find((one) => one.emoji === emoji) ?? { emoji, personIds: [] };
  const others = known.personIds.filter((id) => id !== userId);
  const changed = { emoji, personIds: active ? [...others, userId] : others };
  const rest = before.map((one) => (one.emoji === emoji ? changed : one));
  const next = rest.includes(changed) ? rest : [...rest, changed];
  return next.filter(({ personIds }) => personIds.length > 0);
}
