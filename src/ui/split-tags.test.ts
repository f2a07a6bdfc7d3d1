import { expect, it } from "vitest";

import { splitTags } from "#core/written-text.ts";

import { finishedTags } from "./split-tags.ts";

it.each([
  ["salt", ["salt"]],
  [" salt , road trip,,salt, ", ["salt", "road trip"]],
  ["塩，道、旅", ["塩", "道", "旅"]],
  ["ملح، طريق", ["ملح", "طريق"]],
  ["salt\nroad\r\ntrip\tfilm", ["salt", "road", "trip", "film"]],
  [" , ", []],
])("the tags of %j", (text, tags) => {
  expect(splitTags(text)).toEqual(tags);
});

it.each([
  ["salt", { tags: [], rest: "salt" }],
  ["salt,", { tags: ["salt"], rest: "" }],
  ["salt, ro", { tags: ["salt"], rest: "ro" }],
  [",", { tags: [], rest: "" }],
])("%j while it is typed", (text, finished) => {
  expect(finishedTags(text)).toEqual(finished);
});
