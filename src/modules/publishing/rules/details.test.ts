import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { tagLength, videoTags } from "#modules/tasks/rules/video-tags.ts";

import { videoDescription, videoTitle } from "./details.ts";

/** Texts around the limits, with brackets, spaces, commas and characters of several bytes and UTF-16 units. */
const pieces = fc.constantFrom("a", " ", ",", "é", "語", "😀", "<", ">", "x".repeat(60));
const textOf = (maxLength: number) => fc.array(pieces, { maxLength }).map((parts) => parts.join(""));

describe("the limits of the platform", () => {
  it("hold for every title that is accepted, and refuse no other one", () => {
    fc.assert(
      fc.property(textOf(6), (title) => {
        const trimmed = title.trim();
        const allowed = trimmed.length >= 1 && trimmed.length <= 100 && !/[<>]/.test(trimmed);
        expect(videoTitle.safeParse(title).success).toBe(allowed);
      }),
    );
  });

  it("hold for every description, in bytes of UTF-8", () => {
    const unit = fc.constantFrom("a", "é", "語", "😀");
    const near = fc
      .tuple(unit, fc.integer({ min: -2, max: 2 }))
      .map(([text, more]) => text.repeat(Math.floor(5000 / Buffer.byteLength(text)) + more));
    fc.assert(
      fc.property(fc.oneof(near, textOf(100)), (description) => {
        const trimmed = description.trim();
        const bytes = Buffer.byteLength(trimmed);
        const allowed = bytes >= 1 && bytes <= 5000 && !/[<>]/.test(trimmed);
        expect(videoDescription.safeParse(description).success).toBe(allowed);
      }),
    );
  });

  it("count tags like the list that a user of YouTube types: separated by commas, quoted where one has a space", () => {
    const tag = fc.array(fc.constantFrom("a", " ", "é", "😀", "long".repeat(20)), {
      minLength: 1,
      maxLength: 4,
    });
    const tags = fc.uniqueArray(
      tag.map((parts) => parts.join("").trim()).filter((text) => text !== ""),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(tags, (list) => {
        const typed = list.map((each) => (each.includes(" ") ? `"${each}"` : each)).join(",");
        expect(tagLength(list)).toBe(typed.length);
        expect(videoTags.safeParse(list).success).toBe(typed.length <= 500);
      }),
    );
  });
});
