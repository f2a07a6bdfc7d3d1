import { useMemo } from "react";

import { useChange } from "#core/web/use-change.ts";
import { feedbackEndpoints, type Comment } from "#modules/feedback/contract/comments.ts";
import type { ReactionEmoji } from "#modules/feedback/rules/comments.ts";

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

const options = { fallback: "The comment could not be changed." };

/** Resolved comments and reactions are shown before the server has stored them. */
export function useCommentChanges({ taskId, user, put }: Target): CommentChanges {
  const { id: userId, name } = user;
  const { mutateAsync: resolve } = useChange(feedbackEndpoints.resolveComment, options);
  const { mutateAsync: react } = useChange(feedbackEndpoints.react, options);
  const { mutateAsync: edit } = useChange(feedbackEndpoints.editComment, options);
  const { mutateAsync: remove } = useChange(feedbackEndpoints.deleteComment, options);
  const { mutateAsync: markDone } = useChange(feedbackEndpoints.markDone, options);
  return useMemo(() => {
    const change = async (
      before: Comment,
      response: Promise<{ data: Comment }>,
      expected?: Comment,
    ): Promise<boolean> => {
      if (expected) put(expected);
      try {
        put((await response).data);
        return true;
      } catch {
        if (expected) put(before);
        return false;
      }
    };
    const address = (comment: Comment) => ({ id: taskId, commentId: comment.id });
    return {
      resolve: (comment, resolved) =>
        change(comment, resolve({ params: address(comment), body: { resolved } }), {
          ...comment,
          resolved: resolved ? { by: name, at: new Date().toISOString() } : null,
          done: resolved ? comment.done : null,
        }),
      react: (comment, emoji, active) =>
        change(comment, react({ params: address(comment), body: { emoji, active } }), {
          ...comment,
          reactions: withReacting(comment.reactions, emoji, userId, active),
        }),
      edit: (comment, edited) => change(comment, edit({ params: address(comment), body: edited })),
      remove: (comment) => change(comment, remove({ params: address(comment) })),
      markDone: (comment, done, note) =>
        change(comment, markDone({ params: address(comment), body: { done, note } })),
    };
  }, [taskId, userId, name, put, resolve, react, edit, remove, markDone]);
}

type ReactingPeople = Comment["reactions"];

function withReacting(
  before: ReactingPeople,
  emoji: ReactionEmoji,
  userId: number,
  active: boolean,
): ReactingPeople {
  const existing = before.find((one) => one.emoji === emoji) ?? { emoji, personIds: [] };
  const others = existing.personIds.filter((id) => id !== userId);
  const changed = { emoji, personIds: active ? [...others, userId] : others };
  const rest = before.map((one) => (one.emoji === emoji ? changed : one));
  const next = rest.includes(changed) ? rest : [...rest, changed];
  return next.filter(({ personIds }) => personIds.length > 0);
}
