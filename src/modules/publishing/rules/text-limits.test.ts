import { expect, it } from "vitest";

import { textIssues, unsentTags } from "./text-limits.ts";

const texts = { title: "Rain", description: "A film." };

it.each([
  ["youtube", { title: "Up", description: "." }, []],
  ["peertube", texts, []],
  ["peertube", { ...texts, title: "雨の日" }, []],
  ["peertube", { ...texts, title: " Up " }, ["title"]],
  ["peertube", { ...texts, title: "😀😀" }, ["title"]],
  ["peertube", { title: "Up", description: "." }, ["title", "description"]],
] as const)("%s refuses texts that are too short: %j", (kind, given, paths) => {
  const issues = textIssues([kind], given);
  expect(issues.map(({ path }) => path)).toEqual(paths);
  for (const { path, message } of issues) {
    expect(message).toBe(`PeerTube needs a ${path} of at least 3 characters.`);
  }
});

it.each([
  ["youtube", ["a", "b", "c", "d", "e", "f"], null],
  ["peertube", ["rain", "sea"], null],
  ["peertube", ["r", "sea", "x".repeat(31)], `“r” and “${"x".repeat(31)}”`],
  ["peertube", ["aa", "bb", "cc", "dd", "ee", "ff", "gg"], "“ff” and “gg”"],
] as const)("%s leaves tags out: %j", (kind, tags, unsent) => {
  const text = unsent && `PeerTube takes 5 tags of 2 to 30 characters, so it doesn't get ${unsent}.`;
  expect(unsentTags([kind, "youtube"], tags)).toBe(text);
});
