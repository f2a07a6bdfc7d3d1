import { z } from "zod";

import { messageDraftsKey } from "../storage-keys.ts";

const stored = z.record(z.string(), z.string());

function readAll(): z.output<typeof stored> {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(messageDraftsKey) ?? "{}"));
  } catch {
    return {};
  }
}

/** The unsent text of a conversation. */
export function readDraft(personId: number): string {
  return readAll()[personId] ?? "";
}

export function writeDraft(personId: number, text: string): void {
  const { [personId]: _, ...others } = readAll();
  localStorage.setItem(
    messageDraftsKey,
    JSON.stringify(text === "" ? others : { ...others, [personId]: text }),
  );
}
