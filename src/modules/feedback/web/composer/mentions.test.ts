import { expect, it } from "vitest";

import { insertMention, matchingMembers, mentionBefore, mentionedIn, splitMentions } from "./mentions.ts";

const members = [
  { id: 1, name: "Meera Joshi" },
  { id: 2, name: "Anika Rao" },
  { id: 3, name: "Anika" },
];

it.each([
  ["Hello @", { at: 6, query: "" }],
  ["@Me", { at: 0, query: "Me" }],
  ["Ask @Meera Jo", { at: 4, query: "Meera Jo" }],
  ["mail@example", null],
  ["@Meera\nnext", null],
  ["no mention", null],
])("the mention at the end of %j is %j", (text, mention) => {
  expect(mentionBefore(text, text.length)).toEqual(mention);
});

it("looks before the caret only", () => {
  expect(mentionBefore("@Me and @An", 3)).toEqual({ at: 0, query: "Me" });
});

it.each([
  ["", [1, 2, 3]],
  ["jo", [1]],
  ["ANIKA", [2]],
  ["ra", [2]],
  ["ee", []],
])("%j matches the members %j", (query, found) => {
  expect(matchingMembers(members, query).map(({ id }) => id)).toEqual(found);
});

it("inserts the name with one space after it", () => {
  const text = "Ask @Me please";
  expect(insertMention(text, { at: 4, query: "Me" }, "Meera Joshi")).toEqual({
    text: "Ask @Meera Joshi please",
    caret: 17,
  });
});

it("finds the longest name, and no part of a word", () => {
  expect(splitMentions("Hi @Anika Rao, @Anika!", members)).toEqual([
    { text: "Hi " },
    { text: "@Anika Rao", mention: { id: 2, name: "Anika Rao", at: 3 } },
    { text: ", " },
    { text: "@Anika", mention: { id: 3, name: "Anika", at: 15 } },
    { text: "!" },
  ]);
  expect(mentionedIn("@Anikas, a@Anika and @Meera Joshi @Meera Joshi", members)).toEqual([1]);
});
