import { describe, expect, it } from "vitest";

import { isBlank, lineText, paragraphText, splitTags } from "./written-text.ts";

const line = lineText().min(1, "required");
const paragraphs = paragraphText().trim().min(1, "required");

it.each(["", " ", "\u200b", "\u2060", "\u3164", "\u2800", "\u00ad\u200d", "\u0007", "\n\u200b\t", "\ufeff"])(
  "text of %j only is empty",
  (text) => {
    expect(isBlank(text)).toBe(true);
    expect(line.safeParse(text).error?.issues).toMatchObject([{ message: "required" }]);
    expect(paragraphs.safeParse(text).error?.issues).toMatchObject([{ message: "required" }]);
  },
);

it.each(["a", "\u200ba", "é", "👩‍👩‍👧", "می‌خواهم", "\u0301", "❤️"])("%j is kept as it is", (text) => {
  expect(line.parse(text)).toBe(text);
  expect(paragraphs.parse(text)).toBe(text);
});

describe("line breaks and control characters", () => {
  it.each(["\n", "\r\n", "\t", "\u0007", "\u000b", "\u0085", "\u2028", "\u2029", "\n\n"])(
    "%j is a space in a line",
    (character) => {
      expect(line.parse(`Salt${character}road`)).toBe("Salt road");
    },
  );

  it.each(["\n", "\r\n", "\r", "\u0007", "\u000b", "\u000c", "\u0085", "\u2028"])(
    "%j is a line feed in paragraphs",
    (character) => {
      expect(paragraphs.parse(`Salt${character}road`)).toBe("Salt\nroad");
    },
  );

  it("of paragraphs keep empty lines and tabs", () => {
    expect(paragraphs.parse("0:00\tSalt\r\n\r\nRoad")).toBe("0:00\tSalt\n\nRoad");
  });

  it("NUL is refused, since it can't be stored", () => {
    for (const shape of [line, paragraphs]) {
      expect(shape.safeParse("a\0b").success).toBe(false);
      expect(shape.safeParse("\0").success).toBe(false);
    }
  });
});

it("tags are divided at commas", () => {
  expect(splitTags("salt,road,\u200b,salt")).toEqual(["salt", "road"]);
});
