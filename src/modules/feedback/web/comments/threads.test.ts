import { expect, it } from "vitest";

import type { Comment } from "#modules/feedback/contract/comments.ts";

import { noFilter } from "./comment-filter.ts";
import { filterThreads, neighbour, threadAt, groupThreads } from "./threads.ts";

const base: Comment = {
  id: "",
  sequence: 0,
  change: 1,
  version: 1,
  parentId: null,
  inFrame: 0,
  outFrame: 0,
  author: { id: 1, name: "Meera", profileImgUrl: null },
  text: "",
  drawing: null,
  view: null,
  images: [],
  stillUrl: null,
  mentions: [],
  reactions: [],
  resolved: null,
  done: null,
  createdAt: "2026-11-22T10:00:00.000Z",
  edited: false,
  deleted: false,
};
let written = 0;
function comment(id: string, rest: Partial<Comment> = {}): Comment {
  written += 1;
  return { ...base, id, sequence: written, outFrame: rest.inFrame ?? 0, ...rest };
}

const resolved = { by: "Meera", at: base.createdAt };
const drawing: Comment["drawing"] = {
  shapes: [{ kind: "box", color: "red", width: 0.01, from: [0, 0], to: [1, 1] }],
};
const title = comment("title", { inFrame: 90, text: "Title too long" });
const music = comment("music", { inFrame: 20, outFrame: 60, resolved });
const mast = comment("mast", { inFrame: 20, author: { ...base.author, id: 2, name: "Anika" }, drawing });
const reply = comment("reply", { parentId: "title", inFrame: 90, text: "Cut 14 frames" });
const deleted = comment("deleted", { inFrame: 5, deleted: true });
const threads = groupThreads([title, music, reply, mast, deleted]);
const ids = (list: readonly { comment: Comment }[]) => list.map((thread) => thread.comment.id);

it("orders comments by frame and time, with their replies, without deleted ones", () => {
  expect(ids(threads)).toEqual(["music", "mast", "title"]);
  expect(threads[2]?.replies).toEqual([reply]);
});

it.each([
  [{ status: "open" }, ["mast", "title"]],
  [{ status: "resolved" }, ["music"]],
  [{ mine: true }, ["mast"]],
  [{ withDrawing: true }, ["mast"]],
  [{ search: " 14 FRAMES" }, ["title"]],
  [{ search: "anika" }, ["mast"]],
  [{ sort: "newest" }, ["mast", "music", "title"]],
] as const)("filters by %j", (filter, found) => {
  expect(ids(filterThreads(threads, { ...noFilter, ...filter }, 2))).toEqual(found);
});

it.each([
  [19, 0, undefined],
  [20, 0, "mast"],
  [21, 0, "music"],
  [21, 25, "mast"],
  [60, 0, "music"],
  [61, 0, undefined],
  [100, 25, "title"],
])("frame %i belongs, lingering %i frames, to %s", (frame, linger, id) => {
  expect(threadAt(threads, frame, linger)?.comment.id).toBe(id);
});

it.each([
  [0, null, 1, "music"],
  [20, "music", 1, "mast"],
  [20, "mast", 1, "title"],
  [20, null, 1, "title"],
  [90, "title", 1, undefined],
  [95, "title", -1, "title"],
  [90, "title", -1, "mast"],
  [20, "music", -1, undefined],
] as const)("from frame %i with %s selected, step %i goes to %s", (frame, selectedId, direction, id) => {
  expect(neighbour(threads, { frame, selectedId }, direction)?.comment.id).toBe(id);
});
