import { expect, it } from "vitest";

import { cutText, splitGraphemes } from "./graphemes.ts";

const family = "👨‍👩‍👧";

it("an emoji of several code points and a letter with accents are one grapheme", () => {
  expect(splitGraphemes(`a${family}e\u0301🏴󠁧󠁢󠁥󠁮󠁧󠁿`)).toEqual(["a", family, "e\u0301", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"]);
});

it("a text is cut before the grapheme that does not fit", () => {
  expect(cutText(`ab${family}c`, 5)).toBe("ab");
  expect(cutText(`ab${family}c`, 10)).toBe(`ab${family}`);
  expect(cutText("cafe\u0301", 4)).toBe("caf");
  expect(cutText("äöü", 4, (character) => new TextEncoder().encode(character).length)).toBe("äö");
});
