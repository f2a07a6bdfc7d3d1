import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import { commentCountsQuery } from "../counts-queries.ts";
import { OpenCommentsNote } from "./reject-dialog.tsx";

function render(version: number, counts: { version: number; open: number }[]): string {
  const client = new QueryClient();
  const rows = counts.map(({ open, ...row }) => ({ ...row, open, notDone: open, firstOpenId: "a" }));
  client.setQueryData(commentCountsQuery(7).queryKey, rows);
  const shown = createElement(OpenCommentsNote, { taskId: 7, version });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, shown));
}

it("says how many open comments are sent with a rejection, those of earlier versions included", () => {
  const counts = [
    { version: 1, open: 1 },
    { version: 2, open: 2 },
    { version: 3, open: 9 },
  ];
  expect(render(2, counts)).toContain(
    "The 3 open comments are sent too, as the checklist for the next version. Feedback text is optional.",
  );
  expect(render(1, counts)).toContain("The open comment is sent too,");
});

it("says nothing without open comments", () => {
  expect(render(1, [])).toContain("></output>");
});
