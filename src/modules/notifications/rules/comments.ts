import { previewPath } from "#core/paths.ts";

import type { NotificationContent } from "./content.ts";

interface CommentOnTask {
  id: string;
  version: number;
  text: string;
  /** Timecode of the frame that it begins on; null for replies. */
  timecode: string | null;
}

/** A comment in a list, with the name of its author where there are several. */
interface QuotedComment extends CommentOnTask {
  author?: string | null;
}

/** Comments that are quoted in one notification, and characters of each. */
const maxQuoted = 3;
const maxQuoteLength = 300;

/** For a user whom a comment mentions. */
export function mentionNotification(
  task: { id: number; taskTitle: string },
  comment: CommentOnTask & { author: string },
): NotificationContent {
  return {
    kind: "mention",
    title: `${comment.author} mentioned you: ${task.taskTitle}`,
    // The title names the author.
    description: quote({ ...comment, author: null }),
    path: pathOf(task, comment),
    separate: true,
  };
}

/** For comments that were gathered, the first one first; `guest` is their author if all are by one guest. */
export function commentsNotification(
  task: { id: number; taskTitle: string },
  comments: readonly QuotedComment[],
  guest: string | null = null,
): NotificationContent {
  const [first] = comments;
  const more = comments.length - maxQuoted;
  return {
    kind: "comments",
    title: `${commentsTitle(comments.length, guest)}: ${task.taskTitle}`,
    description: [
      ...comments.slice(0, maxQuoted).map(quote),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ].join("\n\n"),
    path: first ? pathOf(task, first) : previewPath(task.id),
  };
}

function commentsTitle(count: number, guest: string | null): string {
  if (guest !== null) return count === 1 ? `${guest} commented` : `${guest} wrote ${count} comments`;
  return count === 1 ? "New comment" : `${count} new comments`;
}

function pathOf(task: { id: number }, { id, version }: CommentOnTask): string {
  return previewPath(task.id, version, id);
}

/** The text of a comment with its author and timecode, such as "Anika, 00:00:04:12: Lower the music." */
function quote({ text, version, timecode, author = null }: QuotedComment): string {
  const position = [author, timecode].filter((part) => part !== null && part !== "").join(", ");
  return (position ? `${position}: ` : "") + excerptOf(text, version);
}

function excerptOf(text: string, version: number): string {
  const characters = [...text];
  if (characters.length === 0) return `A drawing or image on version ${version}.`;
  if (characters.length <= maxQuoteLength) return text;
  return `${characters.slice(0, maxQuoteLength).join("").trimEnd()}…`;
}
