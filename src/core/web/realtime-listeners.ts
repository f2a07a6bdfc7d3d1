import type { z } from "zod";

import type { SentRealtimeMessage } from "../endpoint.ts";
import type { RealtimeMessage } from "../event.ts";
import { dropFirstResponses } from "./first-responses.ts";

type Listener = (payload: unknown) => void;

const listeners = new Map<string, Set<Listener>>();
const missedListeners = new Set<() => void>();

/** Ids of the last messages: those that this client causes arrive in a response and over the connection. */
const delivered: string[] = [];
const maxRemembered = 100;

/** Delivers a message to the listeners of this tab, once for each id. Without an id, it is always delivered. */
export function deliverOnce({ id, name, payload }: Omit<SentRealtimeMessage, "id"> & { id?: string }): void {
  if (id !== undefined) {
    if (delivered.includes(id)) return;
    if (delivered.push(id) > maxRemembered) delivered.shift();
  }
  dropFirstResponses();
  for (const listener of listeners.get(name) ?? []) listener(payload);
}

/** Subscribes to a realtime message; returns the function that unsubscribes. */
export function listenRealtime<P extends z.ZodType>(
  message: RealtimeMessage<P>,
  handle: (payload: z.output<P>) => void,
): () => void {
  const listener: Listener = (payload) => handle(message.payload.parse(payload));
  const subscribed = listeners.get(message.name) ?? new Set();
  listeners.set(message.name, subscribed.add(listener));
  return () => subscribed.delete(listener);
}

/** Runs whenever messages may have been missed, so that what is loaded may be old. Returns the function that unsubscribes. */
export function onMissed(notify: () => void): () => void {
  missedListeners.add(notify);
  return () => missedListeners.delete(notify);
}

/** To be called when the connection is established, or when the server contradicts what the page shows. */
export function reportMissed(): void {
  dropFirstResponses();
  for (const notify of missedListeners) notify();
}
