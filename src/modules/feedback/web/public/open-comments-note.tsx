import { useQuery } from "@tanstack/react-query";

import { openCommentsUntil } from "#modules/feedback/rules.ts";

import { commentCountsQuery } from "../queries.ts";

/** Says how many open comments a rejection sends to the editor. */
export function OpenCommentsNote({ taskId, version }: { taskId: number; version: number }) {
  const { data: counts = [] } = useQuery(commentCountsQuery(taskId));
  const open = openCommentsUntil(version, counts);
  return <output className="mt-3 block text-sm text-soft empty:hidden">{openCommentsText(open)}</output>;
}

/** Null if there are no open comments. */
function openCommentsText(open: number): string | null {
  if (open === 0) return null;
  const comments =
    open === 1 ? "The open comment is" : `The ${open.toLocaleString("en-US")} open comments are`;
  return `${comments} sent too, as the checklist for the next version. Feedback text is optional.`;
}
