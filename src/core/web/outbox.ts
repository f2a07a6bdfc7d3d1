import { useSyncExternalStore } from "react";
import { z } from "zod";

import { shownMessage } from "../shown-message.ts";
import { delayAfter } from "./outbox-delay.ts";
import { randomId } from "./secure-context.ts";
import { unsentImages } from "./unsent-images.ts";

/** The stored part of an entry that every outbox needs. */
export const outboxEntry = z.object({
  /** Chosen by this client; the server stores an id once. */
  id: z.string(),
  userId: z.number(),
  sentAt: z.string(),
  /** The server's message if it rejected this entry. */
  problem: z.string().nullable(),
  imageCount: z.number().default(0),
});

interface InMemory {
  /** Read from the browser's storage after a reload. */
  images?: readonly File[];
  /** Whether the server did not respond to the last attempt. */
  delayed?: boolean;
}

/** Something that the server has not confirmed. */
export type OutboxEntry = z.output<typeof outboxEntry> & InMemory;

interface OutboxOptions<E extends OutboxEntry> {
  /** Key in the local storage, and of the images. */
  storageKey: string;
  /** The stored part of an entry. */
  schema: z.ZodType<Omit<E, keyof InMemory>>;
  /** Entries of one queue are sent one after the other. */
  queueKey: (entry: E) => string;
  /** `images` is undefined for entries without images. The response shows the entry before it is removed. */
  send: (entry: E, images: readonly File[] | undefined) => Promise<unknown>;
  /** The problem of an entry that was rejected without a message. */
  fallback: string;
  /** The problem of an entry whose images the browser has deleted. */
  imagesMissing: string;
}

type New<E extends OutboxEntry> = Omit<E, keyof OutboxEntry> & { userId: number; images: readonly File[] };

interface Outbox<E extends OutboxEntry> {
  /** Unconfirmed entries of all queues, oldest first. */
  useEntries: () => readonly E[];
  /** Adds an entry and sends it after the earlier ones of its queue. Returns its id. */
  enqueue: (entry: New<E>) => string;
  discard: (id: string) => void;
  /** Sends an entry again at once, with the same id. */
  retry: (id: string) => void;
  /** Sends the entries that a user made before the page was loaded again. */
  resume: (userId: number) => void;
}

/**
 * Entries that are sent exactly once: they stay in the browser's storage until the server has confirmed or rejected them,
 * and repeating a request is safe, because the server stores an id once.
 */
export function createOutbox<E extends OutboxEntry>(options: OutboxOptions<E>): Outbox<E> {
  const { storageKey, schema, queueKey, send, fallback, imagesMissing } = options;
  const images = unsentImages(storageKey);
  const running = new Set<string>();
  /** End the waiting before the next attempt. */
  const wakers = new Set<() => void>();
  const entries = createStoredEntries<E>(storageKey, schema);
  if (entries.all().length === 0) ignoreFailure(images.deleteAll());
  const update = (change: (entry: E) => E) => entries.replace(entries.all().map(change));

  const discard = (id: string) => {
    const imageCount = entries.all().find((entry) => entry.id === id)?.imageCount ?? 0;
    if (imageCount > 0) ignoreFailure(images.delete(id));
    entries.replace(entries.all().filter((entry) => entry.id !== id));
  };

  const deliver = async (entry: E) => {
    const { id, imageCount } = entry;
    const attached = imageCount === 0 ? undefined : (entry.images ?? (await images.read(id)));
    if (attached === null) throw new Error(imagesMissing);
    await send(entry, attached);
    discard(id);
  };

  /** Sends a user's entries of a queue one after the other, each until the server responds. */
  const sendAll = async (userId: number, queue: string) => {
    if (running.has(queue)) return;
    running.add(queue);
    const isWaiting = (entry: E) =>
      entry.userId === userId && queueKey(entry) === queue && entry.problem === null;
    let failures = 0;
    try {
      for (;;) {
        const entry = entries.all().find(isWaiting);
        if (!entry) return;
        try {
          await deliver(entry);
          failures = 0;
        } catch (error) {
          const wait = delayAfter(error, failures);
          if (wait === null) {
            const problem = shownMessage(error, fallback);
            update((one) => (one.id === entry.id ? { ...one, problem } : one));
          } else {
            // The later ones wait for this one.
            update((one) => (isWaiting(one) ? { ...one, delayed: true } : one));
            await pause(wait, wakers);
          }
          failures += 1;
        }
      }
    } finally {
      running.delete(queue);
    }
  };

  return {
    useEntries: () => useSyncExternalStore(entries.subscribe, entries.all),
    enqueue: (added) => {
      const id = randomId();
      const { images: attached, ...rest } = added;
      const state = { id, sentAt: new Date().toISOString(), problem: null, imageCount: attached.length };
      const entry = { ...rest, ...state, ...(attached.length > 0 && { images: attached }) } as unknown as E;
      if (attached.length > 0) ignoreFailure(images.store(id, attached));
      entries.replace([...entries.all(), entry]);
      void sendAll(entry.userId, queueKey(entry));
      return id;
    },
    discard,
    retry: (id) => {
      update((one) => (one.id === id ? { ...one, problem: null, delayed: false } : one));
      for (const wake of wakers) wake();
      const entry = entries.all().find((one) => one.id === id);
      if (entry) void sendAll(entry.userId, queueKey(entry));
    },
    resume: (userId) => {
      const waiting = entries.all().filter((entry) => entry.userId === userId && entry.problem === null);
      for (const queue of new Set(waiting.map(queueKey))) void sendAll(userId, queue);
    },
  };
}

/** The entries of this tab, which are also in the local storage. */
function createStoredEntries<E extends OutboxEntry>(storageKey: string, schema: OutboxOptions<E>["schema"]) {
  const listeners = new Set<() => void>();
  let entries = readStored();
  /** Entries that this tab has had; others in the storage belong to other tabs. */
  const known = new Set(entries.map(({ id }) => id));

  function readStored(): readonly E[] {
    try {
      const stored = z.array(z.unknown()).parse(JSON.parse(localStorage.getItem(storageKey) ?? "[]"));
      return stored.flatMap((entry) => schema.safeParse(entry).data ?? []) as E[];
    } catch {
      return [];
    }
  }

  return {
    all: () => entries,
    replace: (next: readonly E[]) => {
      entries = next;
      for (const { id } of next) known.add(id);
      const stored = [
        ...readStored().filter(({ id }) => !known.has(id)),
        ...next.map((entry) => schema.parse(entry)),
      ];
      if (stored.length === 0) localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, JSON.stringify(stored));
      for (const listen of listeners) listen();
    },
    subscribe: (listen: () => void) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
  };
}

/** Waits until the time is over, the browser is online again, or the user asks for another attempt. */
async function pause(milliseconds: number, wakers: Set<() => void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  wakers.add(resolve);
  window.addEventListener("online", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
  wakers.delete(resolve);
}

/** Without storage, as in private windows, images are lost by a reload. */
function ignoreFailure(work: Promise<unknown>): void {
  work.catch(() => undefined);
}
