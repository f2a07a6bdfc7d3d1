import type { Comment } from "#modules/feedback/contract/comments.ts";
import type { GuestComment } from "#modules/feedback/contract/guests.ts";

/** A comment without ids, pictures and internal notes of the members. */
export function asGuestSees(comment: Comment, own: boolean): GuestComment {
  const { author, resolved } = comment;
  return {
    ...comment,
    own,
    author: { id: null, name: author.name, profileImgUrl: null },
    mentions: [],
    reactions: [],
    resolved: resolved && { by: "", at: resolved.at },
    done: null,
  };
}
