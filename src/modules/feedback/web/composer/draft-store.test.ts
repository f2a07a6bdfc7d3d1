import { beforeEach, expect, it, vi } from "vitest";

import type { Shape } from "#modules/feedback/rules/drawing-paths.ts";
import { wholePicture } from "#modules/media/contract/picture-view.ts";

import { commentDraftsKey } from "../storage-keys.ts";
import {
  changeLoop,
  createDraftStore,
  draw,
  fixFrames,
  readDraft,
  redo,
  resetDraft,
  undo,
} from "./draft-store.ts";

const box: Shape = { kind: "box", color: "red", width: 0.01, from: [0, 0], to: [1, 1] };

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
  return () => vi.unstubAllGlobals();
});

const displayed = { frame: 48, loop: null, view: wholePicture };

it("keeps text, frames, drawing and view of each version", () => {
  const draft = createDraftStore("7 v1");
  draft.setState({ text: "Too long" });
  const view = { scale: 2, x: 0.3, y: 0.6 };
  fixFrames(draft, { ...displayed, view });
  draw(draft, [box]);
  expect(createDraftStore("7 v1").getState()).toMatchObject({
    text: "Too long",
    inFrame: 48,
    shapes: [box],
    view,
  });
  expect(createDraftStore("7 v2").getState()).toMatchObject({
    text: "",
    inFrame: null,
    shapes: [],
    view: null,
  });
  resetDraft(draft);
  expect(createDraftStore("7 v1").getState()).toMatchObject({
    text: "",
    inFrame: null,
    shapes: [],
    view: null,
  });
});

it("has no view of the whole picture, and keeps the view in which it was begun", () => {
  const draft = createDraftStore("7 v1");
  fixFrames(draft, displayed);
  expect(draft.getState()).toMatchObject({ inFrame: 48, view: null });
  fixFrames(draft, { ...displayed, view: { scale: 2, x: 0.5, y: 0.5 } });
  expect(draft.getState().view).toBeNull();
});

it("keeps what an earlier version has stored, but texts that show nothing", () => {
  const blank: Shape = { kind: "text", color: "red", at: [0, 0], size: 0.1, text: "\u200B" };
  const stored = { text: "Too long", inFrame: 48, outFrame: 50, shapes: [blank, box] };
  localStorage.setItem(commentDraftsKey, JSON.stringify({ "7 v1": stored, "7 v2": "unknown" }));
  expect(readDraft("7 v1")).toEqual({ ...stored, shapes: [box], view: null });
});

it("undoes and redoes shapes and clearing", () => {
  const draft = createDraftStore("7 v1");
  draw(draft, [box]);
  draw(draft, []);
  undo(draft);
  expect(draft.getState().shapes).toEqual([box]);
  undo(draft);
  undo(draft);
  expect(draft.getState().shapes).toEqual([]);
  redo(draft);
  expect(draft.getState().shapes).toEqual([box]);
});

it("takes the loop as its range, and keeps the frame of a drawing", () => {
  const draft = createDraftStore("7 v1");
  const loop = { from: 10, to: 30 };
  changeLoop(draft, loop);
  expect(draft.getState()).toMatchObject({ inFrame: null, outFrame: null });
  fixFrames(draft, { ...displayed, loop });
  expect(draft.getState()).toMatchObject({ inFrame: 10, outFrame: 30 });
  draw(draft, [box]);
  changeLoop(draft, { from: 5, to: 40 });
  expect(draft.getState()).toMatchObject({ inFrame: 10, outFrame: 40 });
  changeLoop(draft, null);
  expect(draft.getState()).toMatchObject({ inFrame: 10, outFrame: null });
});
