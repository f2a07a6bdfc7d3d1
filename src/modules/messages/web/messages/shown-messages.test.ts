import { expect, it } from "vitest";

import type { Message, MessagePage } from "#modules/messages/contract/messages.ts";

import { shownMessages } from "./shown-messages.ts";

function at(sequence: number, change = sequence, text = `m${sequence}`): Message {
  return {
    id: `message ${sequence}`,
    sequence,
    change,
    senderId: 1,
    text,
    images: [],
    event: null,
    task: null,
    version: null,
    sentAt: "2026-11-22T10:00:00.000Z",
    edited: false,
    deleted: false,
  };
}
const pages: Pick<MessagePage, "messages">[] = [{ messages: [at(6), at(5)] }, { messages: [at(4), at(3)] }];
const sequences = (changed: readonly Message[], complete = true) =>
  shownMessages(pages, changed, complete).map(({ sequence }) => sequence);

it("new messages come last, in the order of their sequence", () => {
  expect(sequences([at(8), at(7)])).toEqual([3, 4, 5, 6, 7, 8]);
  expect(shownMessages([{ messages: [] }], [at(1)], true)).toEqual([at(1)]);
});

it("an edit replaces the loaded message, and an older version does not", () => {
  const edited = at(4, 7, "edited");
  expect(shownMessages(pages, [edited], true)[1]).toEqual(edited);
  expect(shownMessages([{ messages: [edited] }], [at(4)], true)).toEqual([edited]);
});

it("a change of a message that is not loaded yet changes nothing", () => {
  expect(sequences([at(1, 9)])).toEqual([3, 4, 5, 6]);
});

it("while newer messages are not loaded, new ones are left to their pages", () => {
  expect(sequences([at(8), at(5, 9)], false)).toEqual([3, 4, 5, 6]);
});
