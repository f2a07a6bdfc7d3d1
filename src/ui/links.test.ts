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

/** The link of each text is between the bars. */
it.each([
  "See |https://example.com/o'brien's-cut| now",
  "See '|https://example.com/a|' and \"|https://example.com/b|\"",
  "Really |https://example.com/a|!?",
  "|https://example.com/?q=a'b&c=[1]|",
  "见 |https://example.com/片|。然后",
  "（|https://example.com/a|）",
  "「|https://example.com/a|」、『|https://example.com/b|』",
  "|https://example.com/a|，|https://example.com/b|；|https://example.com/c|！",
  "“|https://example.com/a|”, «|https://example.com/b|», \u2018|https://example.com/c|\u2019",
  "|https://example.com/a|… and then",
  "|https://ja.wikipedia.org/wiki/日本語_(曖昧さ回避)|",
  "|https://ドメイン.テスト/あ|",
  "<|https://example.com/a|> [text](|https://example.com/b|)",
  "|HTTP://localhost:3000/x?y=1#z|, |https://192.168.1.4:8443/|; |https://nas/film|.",
  "www.example.com, mira@example.com, mailto:mira@example.com and //example.com are no links",
])("the links of %j", (marked) => {
  const parts = splitLinks(marked.replaceAll("|", ""));
  expect(parts.map(({ text, link }) => (link ? `|${text}|` : text)).join("")).toBe(marked);
});
