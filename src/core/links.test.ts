import { expect, it } from "vitest";

import { splitLinks } from "./links.ts";

it.each([
  ["No link", [{ text: "No link" }]],
  [
    "See https://example.com/a?b=1, then answer.",
    [
      { text: "See " },
      { text: "https://example.com/a?b=1", link: { href: "https://example.com/a?b=1", at: 4 } },
      { text: ", then answer." },
    ],
  ],
  [
    "(https://en.wikipedia.org/wiki/Cut_(film))",
    [
      { text: "(" },
      {
        text: "https://en.wikipedia.org/wiki/Cut_(film)",
        link: { href: "https://en.wikipedia.org/wiki/Cut_(film)", at: 1 },
      },
      { text: ")" },
    ],
  ],
  ["javascript:alert(1) and ftp://a", [{ text: "javascript:alert(1) and ftp://a" }]],
])("the links of %j", (text, parts) => {
  expect(splitLinks(text)).toEqual(parts);
});
