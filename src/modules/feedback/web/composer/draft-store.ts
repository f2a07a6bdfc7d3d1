import { z } from "zod";
import { createStore, type StoreApi } from "zustand";

import { isBlank } from "#core/written-text.ts";
import type { Comment } from "#modules/feedback/contract/comments.ts";
import { draftShapes } from "#modules/feedback/contract/drawing.ts";
import type { Shape } from "#modules/feedback/rules/drawing-paths.ts";
import { type PictureView, pictureView } from "#modules/media/contract/picture-view.ts";
import type { FrameRange } from "#modules/media/rules/frames.ts";

import { commentDraftsKey } from "../storage-keys.ts";

const storedDraft = z.object({
  text: z.string(),
  /** Null until the user has begun to write or draw. */
  inFrame: z.number().nullable(),
  outFrame: z.number().nullable(),
  shapes: draftShapes,
  /** The part of the picture that the comment opens with; null for the whole picture. */
  view: pictureView.nullable().default(null),
});
export type Draft = z.output<typeof storedDraft>;

export const emptyDraft: Draft = { text: "", inFrame: null, outFrame: null, shapes: [], view: null };

export function isEmptyDraft({ text, shapes }: { text: string; shapes: readonly unknown[] }): boolean {
  return isBlank(text) && shapes.length === 0;
}

/** An unsent comment on a version, or an unsent reply, whose key is the id of its comment. */
export function readDraft(key: string): Draft {
  try {
    const stored = JSON.parse(localStorage.getItem(commentDraftsKey) ?? "{}") as Record<string, unknown>;
    return storedDraft.parse(stored[key]);
  } catch {
    return emptyDraft;
  }
}

export function writeDraft(key: string, next: Draft): void {
  try {
    const stored = JSON.parse(localStorage.getItem(commentDraftsKey) ?? "{}") as Record<string, unknown>;
    const { [key]: _, ...others } = stored;
    const drafts = isEmptyDraft(next) ? others : { ...others, [key]: next };
    localStorage.setItem(commentDraftsKey, JSON.stringify(drafts));
  } catch {
    // Without usable storage, the draft lasts until the page is closed.
  }
}

export const tools = ["pen", "arrow", "box", "text"] as const;
export type Tool = (typeof tools)[number];

export const strokeWidths = ["thin", "medium", "thick"] as const;
export type StrokeWidth = (typeof strokeWidths)[number];

type Shapes = readonly Shape[];

/** The comment that is being written, with the drawing tool in use. */
export interface DraftState extends Omit<Draft, "shapes"> {
  shapes: Shapes;
  /** Earlier drawings, the last one first, and undone ones. */
  past: readonly Shapes[];
  future: readonly Shapes[];
  tool: Tool | null;
  /** Whether the tool was chosen by keyboard, so that the drawing area takes the focus. */
  byKeyboard: boolean;
  color: Shape["color"];
  width: StrokeWidth;
}

export type DraftStore = StoreApi<DraftState>;

/** The draft of a version, stored in this browser with every change. Outside of React, because it changes with every key. */
export function createDraftStore(key: string): DraftStore {
  const store = newStore(readDraft(key));
  store.subscribe((next, before) => {
    const { text, inFrame, outFrame, shapes, view } = next;
    const isSame =
      text === before.text &&
      inFrame === before.inFrame &&
      outFrame === before.outFrame &&
      shapes === before.shapes &&
      view === before.view;
    if (!isSame) writeDraft(key, { text, inFrame, outFrame, shapes: [...shapes], view });
  });
  return store;
}

/** The changes of a stored comment. They are not kept after a reload. */
export function createEditStore({
  text,
  inFrame,
  outFrame,
  drawing,
}: Pick<Comment, "text" | "inFrame" | "outFrame" | "drawing">): DraftStore {
  return newStore({ text, inFrame, outFrame, shapes: drawing?.shapes ?? [], view: null });
}

function newStore(draft: Draft): DraftStore {
  return createStore<DraftState>(() => ({
    ...draft,
    past: [],
    future: [],
    tool: null,
    byKeyboard: false,
    color: "yellow",
    width: "medium",
  }));
}

export function draw(store: DraftStore, shapes: Shapes): void {
  store.setState((state) => ({ shapes, past: [state.shapes, ...state.past], future: [] }));
}

export function undo(store: DraftStore): void {
  store.setState(({ shapes, past: [previous, ...past], future }) =>
    previous ? { shapes: previous, past, future: [shapes, ...future] } : {},
  );
}

export function redo(store: DraftStore): void {
  store.setState(({ shapes, past, future: [next, ...future] }) =>
    next ? { shapes: next, past: [shapes, ...past], future } : {},
  );
}

/** The displayed frame, loop and part of the picture. */
interface Displayed {
  frame: number;
  loop: FrameRange | null;
  view: PictureView;
}

/** Fixes the frames of the draft, unless it has some: those of the loop, otherwise the displayed one, with the displayed part of the picture. */
export function fixFrames(store: DraftStore, { frame, loop, view: displayed }: Displayed): void {
  const view = displayed.scale > 1 ? displayed : null;
  store.setState(({ inFrame }) => {
    if (inFrame !== null) return {};
    return loop && loop.to > loop.from
      ? { inFrame: loop.from, outFrame: loop.to, view }
      : { inFrame: frame, outFrame: null, view };
  });
}

/** The player's loop was set or cleared. A drawing keeps its frame. */
export function changeLoop(store: DraftStore, loop: FrameRange | null): void {
  store.setState(({ inFrame, shapes }) => {
    if (inFrame === null) return {};
    if (loop === null) return { outFrame: null };
    const from = shapes.length > 0 ? inFrame : loop.from;
    return { inFrame: from, outFrame: loop.to > from ? loop.to : null };
  });
}

export function resetDraft(store: DraftStore): void {
  store.setState({ ...emptyDraft, past: [], future: [], tool: null });
}
