import { csvTable } from "#core/csv.ts";
import { timecodeAt } from "#modules/feedback/rules/positions.ts";

import { type CommentExport, type ExportedComment, commentState } from "./comment-export.ts";
import { commentContent, replyLine } from "./marker-text.ts";

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
  "Kind",
];

/** A table with one row for each comment and finding. */
export function toCsv(input: CommentExport): string {
  const rows = [...input.comments]
    .sort((a, b) => a.inFrame - b.inFrame)
    .map((comment) => row(comment, input));
  return csvTable(header, rows);
}

function row(comment: ExportedComment, input: CommentExport): (string | number)[] {
  const { inFrame, outFrame, author, replies, done, createdAt, isFinding } = comment;
  return [
    timecodeAt(inFrame, input),
    timecodeAt(outFrame, input),
    inFrame,
    outFrame,
    author,
    commentContent(comment),
    replies.map(replyLine).join("\n"),
    isFinding && comment.resolved ? "accepted" : commentState(comment),
    done?.version ?? "",
    done?.note ?? "",
    createdAt.toISOString().slice(0, 19).replace("T", " "),
    isFinding ? "finding" : "comment",
  ];
}
