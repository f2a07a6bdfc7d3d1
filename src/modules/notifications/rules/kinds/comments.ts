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

const gathered = onComment.extend({
  count: z.number(),
  /** Those of them that are replies. */
  replies: z.number().default(0),
  guest: z.string().nullable(),
  quoted: z.array(quotedComment),
});

/** Comments and replies that were gathered, the first one first; `guest` is their author if all are by one guest. */
export const comments = defineKind({
  label: "Comments and replies",
  roles: everyone,
  pictured: true,
  data: gathered,
  text: (data) => ({
    title: `${countText(data)}: ${data.title}`,
    description: paragraphs(data.quoted.map(quote), data.count),
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

function countText({ count, replies, guest }: z.output<typeof gathered>): string {
  if (count === 1) {
    if (guest !== null) return replies === 1 ? `${guest} replied` : `${guest} commented`;
    return replies === 1 ? "New reply" : "New comment";
  }
  const written = replies === 0 ? "comments" : replies === count ? "replies" : "comments and replies";
  return guest === null ? `${count} new ${written}` : `${guest} wrote ${count} ${written}`;
}

function commentLink({ taskId, version, commentId }: z.output<typeof onComment>): Link {
  return { screen: "preview", taskId, version, commentId };
}

/** The text of a comment with its author and timecode, such as "Anika, 00:00:04:12: Lower the music." */
function quote({ text, version, timecode, author }: z.output<typeof quotedComment>): string {
  const position = [author, timecode].filter((part) => part !== null && part !== "").join(", ");
  return (position ? `${position}: ` : "") + (text || `A drawing or image on version ${version}.`);
}
