import { timecodeAt } from "#modules/feedback/rules/positions.ts";

import { type CommentExport, type ExportedComment, stateOf } from "./comment-export.ts";
import { contentOf, replyLine } from "./marker-text.ts";

const header = [
  "Timecode in",
  "Timecode out",
  "First frame (from 0)",
  "Last frame (from 0)",
  "Author",
  "Comment",
  "Replies",
  "State",
  "Done in version",
  "Note",
  "Written at (UTC)",
];

/** A table with one row for each comment (RFC 4180). Begins with a byte order mark, by which Excel recognizes UTF-8. */
export function toCsv(input: CommentExport): string {
  const rows = [...input.comments]
    .sort((a, b) => a.inFrame - b.inFrame)
    .map((comment) => row(comment, input));
  return `\u{feff}${[header, ...rows].map((cells) => cells.map(cell).join(",")).join("\r\n")}\r\n`;
}

function row(comment: ExportedComment, input: CommentExport): (string | number)[] {
  const { inFrame, outFrame, author, replies, done, createdAt } = comment;
  return [
    timecodeAt(inFrame, input),
    timecodeAt(outFrame, input),
    inFrame,
    outFrame,
    author,
    contentOf(comment),
    replies.map(replyLine).join("\n"),
    stateOf(comment),
    done?.version ?? "",
    done?.note ?? "",
    createdAt.toISOString().slice(0, 19).replace("T", " "),
  ];
}

/** Programs run cells that begin with one of these characters as formulas. The apostrophe makes them text. */
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

/** All texts are quoted, so that programs which separate cells by semicolons don't find the beginning of one inside. */
function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const plain = value
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]/gu, " ");
  const inert = formula.test(plain) ? `'${plain}` : plain;
  return `"${inert.replaceAll('"', '""')}"`;
}
