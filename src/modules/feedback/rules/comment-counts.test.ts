import { expect, it } from "vitest";

import { countComments, openComments } from "./comment-counts.ts";

it("counts comments, neither replies nor deleted comments", () => {
  const comment = { parentId: null, deleted: false, resolved: null };
  const counted = [comment, comment, { ...comment, resolved: {} }];
  const others = [
    { ...comment, parentId: "a" },
    { ...comment, deleted: true },
    { ...comment, deleted: true, resolved: {} },
  ];
  expect(countComments([...counted, ...others])).toEqual({ open: 2, resolved: 1, all: 3 });
});

it("counts the comments that are open until a version, and finds the first that is not done", () => {
  const counts = [
    { version: 1, open: 2, notDone: 0, firstOpenId: "a" },
    { version: 3, open: 3, notDone: 1, firstOpenId: "c" },
  ];
  expect(openComments(3, counts)).toEqual({ open: 5, notDone: 1, first: { version: 3, id: "c" } });
  expect(openComments(2, counts)).toEqual({ open: 2, notDone: 0, first: { version: 1, id: "a" } });
  expect(openComments(9, [])).toBeNull();
  expect(openComments(0, counts)).toBeNull();
});
