import { expect, it } from "vitest";

import { isVideoKey, keyPrefix, newVideoKey } from "./stored-names.ts";

it.each([
  [".hidden", "hidden"],
  ["... and action", "and action"],
  ["..", "Video"],
  ["../../etc/passwd", "etc passwd"],
  ["Part 1. The end.", "Part 1. The end."],
])("the file of a video titled %s is not hidden, and found by its title", (title, name) => {
  const key = newVideoKey("films/", { title, reference: "1", type: "video/mp4" });
  expect(key.replace(/-[0-9a-f]{8}\.mp4$/, "")).toBe(`films/${name}`);
  expect(isVideoKey(key, keyPrefix("films/", title))).toBe(true);
});
