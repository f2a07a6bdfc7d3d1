import { describe, expect, it } from "vitest";

import { commentableFrames, doneInVersion, isOpenComment, mayComment, shownComments } from "./comments.ts";

it("allows comments on versions that have been in review", () => {
  expect((["in_review", "rejected", "expired"] as const).map(mayComment)).toEqual([true, true, true]);
  expect((["uploading", "preparing", "refused"] as const).map(mayComment)).toEqual([false, false, false]);
});

it("allows for a second more than an estimated number of frames", () => {
  const rate = { num: 30_000, den: 1001 };
  expect(commentableFrames({ frames: 300, counted: true, rate })).toBe(300);
  expect(commentableFrames({ frames: 300, counted: false, rate })).toBe(330);
});

describe("the version in which a comment is done", () => {
  it.each([
    ["while its version is the newest, the next one", 1, { number: 1, state: "in_review" }, 2],
    ["after changes were requested, the next one", 2, { number: 2, state: "rejected" }, 3],
    ["during the upload, that one", 1, { number: 2, state: "uploading" }, 2],
    ["in a later review, that one", 1, { number: 3, state: "in_review" }, 3],
    ["after a refused upload, the one after it", 1, { number: 2, state: "refused" }, 3],
  ] as const)("%s", (_, commented, newest, expected) => {
    expect(doneInVersion(commented, newest)).toBe(expected);
  });
});

describe("deleted comments", () => {
  const one = { id: "one", parentId: null, deleted: true };
  const reply = { id: "reply", parentId: "one", deleted: false };

  it("are shown while they have replies", () => {
    expect(shownComments([one, reply])).toEqual([one, reply]);
    expect(shownComments([one, { ...reply, deleted: true }])).toEqual([]);
  });

  it("are not open", () => {
    const open = { parentId: null, deleted: false, resolved: null };
    expect(isOpenComment(open)).toBe(true);
    for (const other of [{ parentId: "one" }, { deleted: true }, { resolved: {} }]) {
      expect(isOpenComment({ ...open, ...other })).toBe(false);
    }
  });
});
