import { describe, expect, it } from "vitest";

import { checkMetadata, tagCharacters, utf8Bytes, type VideoMetadata } from "./metadata.ts";

const now = new Date("2026-11-20T12:00:00Z");
const good: VideoMetadata = {
  title: "A walk",
  description: "Through the park.",
  tags: ["park", "long walk"],
  categoryId: "22",
  privacy: "public",
  madeForKids: false,
  syntheticMedia: false,
};

function pathsOf(change: Partial<VideoMetadata>): string[] {
  return checkMetadata({ ...good, ...change }, now).map((issue) => issue.path);
}

describe("metadata rules", () => {
  it("let good metadata pass", () => {
    expect(checkMetadata(good, now)).toEqual([]);
  });

  it("allow a title of exactly 100 UTF-16 units and no more", () => {
    expect(pathsOf({ title: "x".repeat(100) })).toEqual([]);
    expect(pathsOf({ title: "x".repeat(101) })).toEqual(["title"]);
    expect(pathsOf({ title: "😀".repeat(50) })).toEqual([]);
    expect(pathsOf({ title: `${"😀".repeat(50)}x` })).toEqual(["title"]);
  });

  it("say by how much a title is too long", () => {
    const [issue] = checkMetadata({ ...good, title: "x".repeat(103) }, now);
    expect(issue?.message).toBe("The title is 3 characters too long; 100 are allowed.");
  });

  it("refuse an empty title and angle brackets", () => {
    expect(pathsOf({ title: "  " })).toEqual(["title"]);
    expect(pathsOf({ title: "a <b" })).toEqual(["title"]);
    expect(pathsOf({ description: "a > b" })).toEqual(["description"]);
  });

  it("count a description in bytes of UTF-8", () => {
    expect(pathsOf({ description: "x".repeat(5000) })).toEqual([]);
    expect(pathsOf({ description: "é".repeat(2500) })).toEqual([]);
    expect(pathsOf({ description: "é".repeat(2501) })).toEqual(["description"]);
  });

  it("count tags with their commas and two more for a space", () => {
    expect(tagCharacters(["Foo-Baz"])).toBe(7);
    expect(tagCharacters(["Foo Baz"])).toBe(9);
    expect(tagCharacters(["Foo-Baz", "Foo Baz"])).toBe(17);
    expect(tagCharacters([])).toBe(0);
    expect(pathsOf({ tags: ["x".repeat(249), "y".repeat(250)] })).toEqual([]);
    expect(pathsOf({ tags: ["x".repeat(250), "y".repeat(250)] })).toEqual(["tags"]);
    expect(pathsOf({ tags: ["fine", " "] })).toEqual(["tags.1"]);
  });

  it("want a category, and a language that exists as a tag", () => {
    expect(pathsOf({ categoryId: "" })).toEqual(["categoryId"]);
    expect(pathsOf({ language: "pt-BR" })).toEqual([]);
    expect(pathsOf({ language: "not a language" })).toEqual(["language"]);
  });

  it("allow a time of publishing only for a private video and with some lead", () => {
    const inAnHour = new Date("2026-11-20T13:00:00Z");
    expect(pathsOf({ privacy: "private", publishAt: inAnHour })).toEqual([]);
    expect(pathsOf({ privacy: "public", publishAt: inAnHour })).toEqual(["publishAt"]);
    expect(pathsOf({ privacy: "private", publishAt: new Date("2026-11-20T12:14:00Z") })).toEqual([
      "publishAt",
    ]);
  });
});

describe("bytes of UTF-8", () => {
  it("agree with the runtime's encoder", () => {
    for (const text of ["", "plain", "é", "€", "😀", "a\u{D800}b", "日本語 🎬 ñ"]) {
      expect(utf8Bytes(text)).toBe(Buffer.byteLength(text));
    }
  });
});
