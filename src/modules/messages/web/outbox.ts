import { useSyncExternalStore } from "react";
import { z } from "zod";

import { AppError } from "#core/error.ts";
import { second } from "#core/time.ts";
import { call } from "#core/web/client.ts";
import { messageOutboxKey } from "#modules/sign-in/rules/stored-user.ts";

import { type Message, messagesEndpoints } from "../contract.ts";

const outgoing = z.object({
  id: z.string(),
  userId: z.number(),
  withId: z.number(),
  text: z.string(),
  sentAt: z.string(),
  /** The server's message if it rejected this one. */
  problem: z.string().nullable(),
});
/** A message that the server has not confirmed. `images` exist only in this tab. */
export type Outgoing = z.output<typeof outgoing> & { images?: readonly File[] };

const longestDelay = 10 * second;
const listeners = new Set<() => void>();
const running = new Set<number>();
let entries: readonly Outgoing[] = readStored();

function readStored(): readonly Outgoing[] {
  try {
    return z.array(outgoing).parse(JSON.parse(localStorage.getItem(messageOutboxKey) ?? "[]"));
  } catch {
    return [];
  }
}

/** Images can't be stored, so a reload discards messages with images that were not sent. */
function change(next: readonly Outgoing[]): void {
  entries = next;
  const texts = next.filter(({ images }) => images === undefined);
  if (texts.length === 0) localStorage.removeItem(messageOutboxKey);
  else localStorage.setItem(messageOutboxKey, JSON.stringify(texts));
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

type OnSent = (message: Message) => void;

/** Adds a message and sends it after the earlier ones of its conversation. */
export function enqueueMessage(
  message: Pick<Outgoing, "userId" | "withId" | "text"> & { images: readonly File[] },
  onSent: OnSent,
): void {
  const { images, ...rest } = message;
  const entry: Outgoing = {
    ...rest,
    id: crypto.randomUUID(),
    sentAt: new Date().toISOString(),
    problem: null,
  };
  change([...entries, images.length > 0 ? { ...entry, images } : entry]);
  void sendAll(message, onSent);
}

export function discardOutgoing(id: string): void {
  change(entries.filter((entry) => entry.id !== id));
}

/** Sends a rejected message again, with the same id. */
export function retryOutgoing(entry: Outgoing, onSent: OnSent): void {
  setProblem(entry.id, null);
  void sendAll(entry, onSent);
}

/**
 * Sends the messages of a conversation one after the other, each until the server responds. Repeating a request is safe,
 * because the server stores an id once.
 */
export async function sendAll(
  { userId, withId }: Pick<Outgoing, "userId" | "withId">,
  onSent: OnSent,
): Promise<void> {
  if (running.has(withId)) return;
  running.add(withId);
  let failures = 0;
  try {
    for (;;) {
      const entry = entries.find(
        (waiting) => waiting.userId === userId && waiting.withId === withId && waiting.problem === null,
      );
      if (!entry) return;
      try {
        onSent(await send(entry));
        discardOutgoing(entry.id);
        failures = 0;
      } catch (error) {
        const wait = delayAfter(error, failures);
        if (wait === null) reject(entry, error);
        else await new Promise((resolve) => setTimeout(resolve, wait));
        failures += 1;
      }
    }
  } finally {
    running.delete(withId);
  }
}

async function send({ id, withId, text, images }: Outgoing): Promise<Message> {
  const params = { id: withId };
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

function reject(entry: Outgoing, error: unknown): void {
  const problem = error instanceof AppError ? error.message : "This message could not be sent.";
  setProblem(entry.id, problem);
}

function setProblem(id: string, problem: string | null): void {
  const withProblem = (entry: Outgoing): Outgoing => (entry.id === id ? { ...entry, problem } : entry);
  change(entries.map(withProblem));
}
