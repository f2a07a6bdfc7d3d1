import type { ReportedFinding, Statement } from "#modules/checks/contract/checks.ts";

import type { ExportedComment, ExportedReply } from "./comment-export.ts";

/** The author of findings in exports. */
const checkAuthor = "Technical check";

/** A finding as exports write it. Findings of the whole video are on its first frame. */
export function exportedFinding(
  { label, text, range, explanation, acceptance }: ReportedFinding,
  checkedAt: Date,
): ExportedComment {
  return {
    inFrame: range?.from ?? 0,
    outFrame: range?.to ?? 0,
    author: checkAuthor,
    text: `${label}: ${text}`,
    hasDrawing: false,
    images: 0,
    replies: [explanation, acceptance].flatMap(statementReply),
    resolved: acceptance !== null,
    done: null,
    createdAt: checkedAt,
    isFinding: true,
  };
}

function statementReply(statement: Statement | null): ExportedReply[] {
  if (!statement || statement.text === "") return [];
  return [{ author: statement.by.name, text: statement.text, images: 0 }];
}
