import { expect, it } from "vitest";

import { findRetiredTerms } from "./retired-terms.ts";

it.each([
  "/** What a form has brought. */",
  "   * How often it is checked.",
  "Whoever has the link",
  "<Thread {...{ thread }} />",
  'message: "Job canceled.",',
  '<Button busy={save.isPending && "Saving …"}>',
])("finds a retired term in %s", (text) => {
  expect(findRetiredTerms(`ok\n${text}\n`)).toMatchObject([{ line: 2 }]);
});

it.each([
  "/** The where clause of a query. */",
  "/** Time for which it is kept. */",
  "// What follows runs once.",
  'code: "preparation_canceled",',
])("finds none in %s", (text) => {
  expect(findRetiredTerms(text)).toEqual([]);
});
