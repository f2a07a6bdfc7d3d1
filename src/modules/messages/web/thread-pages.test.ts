import { expect, it } from "vitest";

import type { Message, MessagePage } from "../contract.ts";
import { latestChange, withMessage } from "./thread-pages.ts";

function at(sequence: number, change = sequence, text = `m${sequence}`): Message {
  return {
    ...{ id: crypto.randomUUID(), sequence, change, senderId: 1, text, images: [], event: null, task: null },
    ...{ version: null, sentAt: "2026-11-22T10:00:00.000Z", edited: false, deleted: false },
  };
}
const pages: MessagePage[] = [
  { messages: [at(6), at(5)], more: true },
  { messages: [at(4), at(3)], more: true },
];
const messagesOf = (found: readonly MessagePage[]) => found.flatMap(({ messages }) => messages);
const sequences = (found: readonly MessagePage[]) => messagesOf(found).map(({ sequence }) => sequence);

it("a new message comes first, and one that arrives late takes its place", () => {
  const later = withMessage(pages, at(8));
  expect(sequences(later)).toEqual([8, 6, 5, 4, 3]);
  expect(sequences(withMessage(later, at(7)))).toEqual([8, 7, 6, 5, 4, 3]);
  expect(sequences(withMessage([], at(1)))).toEqual([1]);
});

it("a message that is received again appears once", () => {
  expect(sequences(withMessage(withMessage(pages, at(7)), at(7)))).toEqual([7, 6, 5, 4, 3]);
});

it("an edit replaces the loaded message, and an older version does not", () => {
  const edited = withMessage(pages, at(4, 7, "edited"));
  const textOf = (found: readonly MessagePage[]) =>
    messagesOf(found).find(({ sequence }) => sequence === 4)?.text;
  expect(textOf(edited)).toBe("edited");
  expect(textOf(withMessage(edited, at(4)))).toBe("edited");
  expect(latestChange(edited)).toBe(7);
});

it("a change of a message that is not loaded changes nothing", () => {
  expect(sequences(withMessage(pages, at(1, 9)))).toEqual([6, 5, 4, 3]);
});
