import { listUnsent } from "#core/web/synced-list.ts";
import type { Message } from "#modules/messages/contract/messages.ts";

import type { Outgoing } from "./outbox.ts";

/** A row of the thread. */
export type ThreadItem =
  | { kind: "day"; key: string; at: Date }
  | { kind: "message"; key: string; message: Message }
  /** A task event; `isLast` if it is the last one of its task, which shows the task as it is now. */
  | { kind: "event"; key: string; message: Message; isLast: boolean }
  | { kind: "outgoing"; key: string; outgoing: Outgoing }
  | { kind: "typing"; key: string };

/** The rows of a thread: a heading for each day, messages oldest first, unconfirmed messages, and who is typing. */
export function threadItems(
  messages: readonly Message[],
  outbox: readonly Outgoing[],
  typing: boolean,
): ThreadItem[] {
  const items: ThreadItem[] = [];
  const lastOfTask = new Map(messages.map(({ task, event, id }) => [event ? task?.id : undefined, id]));
  let day = "";
  for (const message of messages) {
    const at = new Date(message.sentAt);
    if (at.toDateString() !== day) {
      day = at.toDateString();
      items.push({ kind: "day", key: `day ${day}`, at });
    }
    if (message.event === null) items.push({ kind: "message", key: message.id, message });
    else {
      const isLast = lastOfTask.get(message.task?.id) === message.id;
      items.push({ kind: "event", key: message.id, message, isLast });
    }
  }
  for (const outgoing of listUnsent(outbox, messages)) {
    items.push({ kind: "outgoing", key: outgoing.id, outgoing });
  }
  if (typing) items.push({ kind: "typing", key: "typing" });
  return items;
}
