import { splitGraphemes } from "#core/graphemes.ts";

import type { ExportedComment, ExportedReply, Marker } from "./comment-export.ts";

/** A comment as one text: its words, and a note about its drawing or images. */
export function commentContent(comment: Pick<ExportedComment, "text" | "hasDrawing" | "images">): string {
  return [comment.text.trim(), comment.hasDrawing && "[drawing]", imageCount(comment)]
    .filter(Boolean)
    .join(" ");
}

/** A reply with its author. */
export function replyLine({ author, text, images }: ExportedReply): string {
  return `${author}: ${commentContent({ text, images, hasDrawing: false })}`;
}

function imageCount({ images }: { images: number }): string | false {
  return images > 0 && `[${images} ${images === 1 ? "image" : "images"}]`;
}

/** The state of a comment in words; empty while it is open. */
function commentOutcomes({ done, resolved, isFinding }: ExportedComment): string[] {
  if (isFinding) return resolved ? ["Accepted"] : [];
  const note = done?.note ? `: ${done.note}` : "";
  return [...(done ? [`Done in version ${done.version}${note}`] : []), ...(resolved ? ["Resolved"] : [])];
}

/** The authors of a marker's comments and its state, such as `Meera, Jonas (resolved)`. */
export function markerAuthors({ comments, state }: Marker): string {
  const authors = [...new Set(comments.map(({ author }) => oneLine(author)))].join(", ");
  return state === "open" || state === "finding" ? authors : `${authors} (${state})`;
}

/** The lines of a marker: comments with replies and outcomes. The author is named where there are several people. */
export function markerLines({ comments }: Marker): string[] {
  return comments.flatMap((comment) => {
    const content = commentContent(comment);
    const isConversation = comments.length > 1 || comment.replies.length > 0;
    return [
      isConversation ? `${comment.author}: ${content}` : content,
      ...comment.replies.map(replyLine),
      ...commentOutcomes(comment),
    ];
  });
}

/** The marker as one line of limited length: authors and the beginning of the first comment. */
export function markerHeadline(marker: Marker): string {
  const [first] = marker.comments;
  return shorten(`${markerAuthors(marker)}: ${first ? oneLine(commentContent(first)) : ""}`, 200);
}

/** The text without line breaks, tabs and control characters. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** The name of a file, unchanged where the format takes it. */
export function fileNameText(name: string): string {
  return name.toWellFormed().replace(/[\p{Cc}\u2028\u2029]/gu, " ");
}

/** At most this many visible characters; emoji and combined letters are not cut apart. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const characters = splitGraphemes(text);
  return characters.length <= maxLength
    ? text
    : `${characters
        .slice(0, maxLength - 1)
        .join("")
        .trimEnd()}…`;
}
