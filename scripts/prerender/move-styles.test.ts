import { expect, it } from "vitest";

import { pricingPath } from "#core/paths.ts";

import { moveStyles } from "./move-styles.ts";

it("moves style attributes into rules that equal styles share", () => {
  const { pages, css } = moveStyles(
    new Map([
      ["/", '<p style="left:10%">a</p><p class="b" style="left:20%">text</p>'],
      [pricingPath, '<p style="left:10%"></p><i style="content:&quot;a&#x27;&amp;&quot;"></i>'],
    ]),
  );
  expect(css).toBe(
    '[data-style="0"]{left:10%}\n[data-style="1"]{left:20%}\n[data-style="2"]{content:"a\'&"}\n',
  );
  expect(pages.get(pricingPath)).toBe('<p data-style="0"></p><i data-style="2"></i>');
  expect([...pages.values()].join("")).not.toMatch(/<[^>]+ style=/);
});
