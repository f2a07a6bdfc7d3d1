import { z } from "zod";

import { commentDraftsKey } from "#modules/sign-in/rules/stored-user.ts";

import { drawing } from "../contract/drawing.ts";

const draft = z.object({
  text: z.string(),
  /** Null until the user has begun to write or draw. */
  inFrame: z.number().nullable(),
  outFrame: z.number().nullable(),
  shapes: drawing.shape.shapes.or(z.tuple([])),
});
export type Draft = z.output<typeof draft>;

const drafts = z.record(z.string(), draft);

export const emptyDraft: Draft = { text: "", inFrame: null, outFrame: null, shapes: [] };

export function isEmptyDraft({ text, shapes }: { text: string; shapes: readonly unknown[] }): boolean {
  return text.trim() === "" && shapes.length === 0;
}

function readAll(): z.output<typeof drafts> {
  try {
    return drafts.parse(JSON.parse(localStorage.getItem(commentDraftsKey) ?? "{}"));
  } catch {
    return {};
  }
}

/** An unsent comment on a version, or an unsent reply, whose key is the id of its comment. */
export function readDraft(key: string): Draft {
  return readAll()[key] ?? emptyDraft;
}

export function writeDraft(key: string, next: Draft): void {
  try {
    const stored = JSON.parse(localStorage.getItem(commentDraftsKey) ?? "{}") as Record<string, unknown>;
    const { [key]: _, ...others } = stored;
    const kept = isEmptyDraft(next) ? others : { ...others, [key]: next };
    localStorage.setItem(commentDraftsKey, JSON.stringify(kept));
  } catch {
    // Without usable storage, the draft lasts until the page is closed.
  }
}
