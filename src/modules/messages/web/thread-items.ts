import { unsentOf } from "#core/web/synced-list.ts";

import type { Message } from "../contract.ts";
import type { Outgoing } from "./outbox.ts";

/** A row of the thread. */
export type ThreadItem =
  | { kind: "day"; key: string; at: Date }
  | { kind: "message"; key: string; message: Message }
  | { kind: "outgoing"; key: string; outgoing: Outgoing }
  | { kind: "typing"; key: string };

/** The rows of a thread: a heading for each day, messages oldest first, unconfirmed messages, and who is typing. */
export function threadItems(
  messages: readonly Message[],
  outbox: readonly Outgoing[],
  typing: boolean,
): ThreadItem[] {
  const items: ThreadItem[] = [];
  let day = "";
  for (const message of messages) {
    const at = new Date(message.sentAt);
    if (at.toDateString() !== day) {
      day = at.toDateString();
      items.push({ kind: "day", key: `day ${day}`, at });
    }
    items.push({ kind: "message", key: message.id, message });
  }
  for (const outgoing of unsentOf(outbox, messages)) {
    items.push({ kind: "outgoing", key: outgoing.id, outgoing });
  }
  if (typing) items.push({ kind: "typing", key: "typing" });
  return items;
}
