import type { Comment } from "../contract.ts";

interface Page {
  comments: Comment[];
  next: number | null;
}

/**
 * The pages with a comment that was written or changed. An older state of a loaded comment changes nothing. Comments that
 * are not loaded yet are added to the last page; `allComments` leaves out those that come again with their page.
 */
export function withComment<P extends Page>(pages: P[], comment: Comment): P[] {
  const isSame = ({ id }: Comment) => id === comment.id;
  const at = pages.findIndex(({ comments }) => comments.some(isSame));
  const page = pages[at] ?? pages.at(-1);
  if (!page) return pages;
  const known = page.comments.find(isSame);
  if (known && known.change > comment.change) return pages;
  const comments = known
    ? page.comments.map((one) => (isSame(one) ? comment : one))
    : [...page.comments, comment];
  return pages.map((one) => (one === page ? { ...one, comments } : one));
}

/** Each loaded comment once, in its latest state. */
export function allComments(pages: readonly Page[]): Comment[] {
  const byId = new Map<string, Comment>();
  for (const { comments } of pages) {
    for (const comment of comments) {
      const known = byId.get(comment.id);
      if (!known || known.change <= comment.change) byId.set(comment.id, comment);
    }
  }
  return [...byId.values()];
}
