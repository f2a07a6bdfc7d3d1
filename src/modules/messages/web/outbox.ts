import { useSyncExternalStore } from "react";
import { z } from "zod";

import { AppError } from "#core/error.ts";
import { second } from "#core/time.ts";
import { call } from "#core/web/client.ts";
import { notifyThisClient } from "#core/web/realtime.ts";
import { messageOutboxKey } from "#modules/sign-in/rules/stored-user.ts";

import { type Message, messagesEndpoints } from "../contract.ts";
import { messageChanged } from "../realtime-messages.ts";
import { deleteAllImages, deleteImages, readImages, storeImages } from "./unsent-images.ts";

const outgoing = z.object({
  id: z.string(),
  userId: z.number(),
  withId: z.number(),
  text: z.string(),
  sentAt: z.string(),
  /** The server's message if it rejected this one. */
  problem: z.string().nullable(),
  imageCount: z.number().default(0),
});

/** A message that the server has not confirmed. */
export type Outgoing = z.output<typeof outgoing> & {
  /** Read from the browser's storage after a reload. */
  images?: readonly File[];
  /** Whether the server did not respond to the last attempt. */
  delayed?: boolean;
};

const longestDelay = 10 * second;
const listeners = new Set<() => void>();
const running = new Set<number>();
/** End the waiting before the next attempt. */
const wakers = new Set<() => void>();
let entries: readonly Outgoing[] = readStored();
/** Messages that this tab has had; others in the storage belong to other tabs. */
const known = new Set(entries.map(({ id }) => id));

function readStored(): readonly Outgoing[] {
  try {
    return z.array(outgoing).parse(JSON.parse(localStorage.getItem(messageOutboxKey) ?? "[]"));
  } catch {
    return [];
  }
}

if (entries.length === 0) ignoreFailure(deleteAllImages());

function change(next: readonly Outgoing[]): void {
  entries = next;
  for (const { id } of next) known.add(id);
  const stored = [
    ...readStored().filter(({ id }) => !known.has(id)),
    ...next.map((entry) => outgoing.parse(entry)),
  ];
  if (stored.length === 0) localStorage.removeItem(messageOutboxKey);
  else localStorage.setItem(messageOutboxKey, JSON.stringify(stored));
  for (const listen of listeners) listen();
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** Unconfirmed messages of all conversations, oldest first. */
export function useOutbox(): readonly Outgoing[] {
  return useSyncExternalStore(subscribe, () => entries);
}

/** Adds a message and sends it after the earlier ones of its conversation. */
export function enqueueMessage(
  message: Pick<Outgoing, "userId" | "withId" | "text"> & { images: readonly File[] },
): void {
  const { images, ...rest } = message;
  const entry: Outgoing = {
    ...rest,
    id: crypto.randomUUID(),
    sentAt: new Date().toISOString(),
    problem: null,
    imageCount: images.length,
    ...(images.length > 0 && { images }),
  };
  if (images.length > 0) ignoreFailure(storeImages(entry.id, images));
  change([...entries, entry]);
  void sendAll(message);
}

export function discardOutgoing(id: string): void {
  const imageCount = entries.find((entry) => entry.id === id)?.imageCount ?? 0;
  if (imageCount > 0) ignoreFailure(deleteImages(id, imageCount));
  change(entries.filter((entry) => entry.id !== id));
}

/** Sends a message again at once, with the same id. */
export function retryOutgoing(entry: Outgoing): void {
  update((one) => (one.id === entry.id ? { ...one, problem: null, delayed: false } : one));
  for (const wake of wakers) wake();
  void sendAll(entry);
}

/** Sends the messages that a user wrote before the page was loaded again. */
export function resumeOutbox(userId: number): void {
  const waiting = entries.filter((entry) => entry.userId === userId && entry.problem === null);
  for (const withId of new Set(waiting.map((entry) => entry.withId))) void sendAll({ userId, withId });
}

/**
 * Sends the messages of a conversation one after the other, each until the server responds. Repeating a request is safe,
 * because the server stores an id once.
 */
async function sendAll({ userId, withId }: Pick<Outgoing, "userId" | "withId">): Promise<void> {
  if (running.has(withId)) return;
  running.add(withId);
  const isWaiting = (entry: Outgoing) =>
    entry.userId === userId && entry.withId === withId && entry.problem === null;
  let failures = 0;
  try {
    for (;;) {
      const entry = entries.find(isWaiting);
      if (!entry) return;
      try {
        const message = await send(entry);
        notifyThisClient(messageChanged, { withId, message });
        discardOutgoing(entry.id);
        failures = 0;
      } catch (error) {
        const wait = delayAfter(error, failures);
        if (wait === null) reject(entry, error);
        else {
          // The later ones wait for this one.
          update((one) => (isWaiting(one) ? { ...one, delayed: true } : one));
          await pause(wait);
        }
        failures += 1;
      }
    }
  } finally {
    running.delete(withId);
  }
}

/** Waits until the time is over, the browser is online again, or the user asks for another attempt. */
async function pause(milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  wakers.add(resolve);
  window.addEventListener("online", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
  wakers.delete(resolve);
}

async function send({ id, withId, text, imageCount, images: inMemory }: Outgoing): Promise<Message> {
  const params = { id: withId };
  const images = imageCount === 0 ? undefined : (inMemory ?? (await readImages(id, imageCount)));
  if (images === null) throw new Error(imagesMissing);
  const sent = images
    ? await call(messagesEndpoints.sendImages, { params, form: { fields: { id, text }, files: { images } } })
    : await call(messagesEndpoints.send, { params, body: { id, text } });
  return sent.data;
}

/** Milliseconds until the next attempt, or null if the server rejected the message. */
function delayAfter(error: unknown, failures: number): number | null {
  if (!(error instanceof AppError)) return null;
  if (error.status === 429) return (error.retryAfterSeconds ?? 5) * second;
  if (error.status >= 400 && error.status < 500) return null;
  return Math.min(second * 2 ** failures * 0.5, longestDelay);
}

const imagesMissing = "The images are no longer available. Delete this message and attach them again.";

/** Without storage, as in private windows, images are lost by a reload. */
function ignoreFailure(work: Promise<unknown>): void {
  work.catch(() => undefined);
}

function reject(entry: Outgoing, error: unknown): void {
  const problem = error instanceof Error ? error.message : "This message could not be sent.";
  update((one) => (one.id === entry.id ? { ...one, problem } : one));
}

function update(of: (entry: Outgoing) => Outgoing): void {
  change(entries.map(of));
}
