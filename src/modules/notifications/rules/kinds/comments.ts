import { z } from "zod";

import type { Link } from "#modules/notifications/rules/links.ts";

import { defineKind, everyone, onVersion, paragraphs } from "./kind.ts";

/** Comments that are quoted in one notification. */
export const maxQuotedComments = 3;

const quotedComment = z.object({
  version: z.number(),
  /** An excerpt. */
  text: z.string(),
  /** Timecode of the frame that it begins on; null for replies. */
  timecode: z.string().nullable(),
  /** Null where the notification names the author otherwise. */
  author: z.string().nullable(),
});

const onComment = onVersion.extend({ commentId: z.string() });

/** Comments that were gathered, the first one first; `guest` is their author if all are by one guest. */
export const comments = defineKind({
  label: "Comments and replies",
  roles: everyone,
  pictured: true,
  data: onComment.extend({ count: z.number(), guest: z.string().nullable(), quoted: z.array(quotedComment) }),
  text: ({ title, count, guest, quoted }) => ({
    title: `${countText(count, guest)}: ${title}`,
    description: paragraphs(quoted.map(quote), count),
  }),
  link: commentLink,
});

/** A comment that mentions the reader. */
export const mention = defineKind({
  label: "Mentions in comments",
  roles: everyone,
  separate: true,
  pictured: true,
  data: onComment.extend({ author: z.string(), comment: quotedComment }),
  text: ({ title, author, comment }) => ({
    title: `${author} mentioned you: ${title}`,
    description: quote(comment),
  }),
  link: commentLink,
});

function countText(count: number, guest: string | null): string {
  if (guest !== null) return count === 1 ? `${guest} commented` : `${guest} wrote ${count} comments`;
  return count === 1 ? "New comment" : `${count} new comments`;
}

function commentLink({ taskId, version, commentId }: z.output<typeof onComment>): Link {
  return { screen: "preview", taskId, version, commentId };
}

/** The text of a comment with its author and timecode, such as "Anika, 00:00:04:12: Lower the music." */
function quote({ text, version, timecode, author }: z.output<typeof quotedComment>): string {
  const position = [author, timecode].filter((part) => part !== null && part !== "").join(", ");
  return (position ? `${position}: ` : "") + (text || `A drawing or image on version ${version}.`);
}
