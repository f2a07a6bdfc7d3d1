import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

import type { FastifyRequest } from "fastify";

import type { SentRealtimeMessage } from "../endpoint.ts";
import type { SendRealtime } from "./context.ts";

/** The realtime messages that a request has sent to the clients of its own user. */
interface Collection {
  userId: number;
  messages: SentRealtimeMessage[];
}

const collections = new AsyncLocalStorage<Collection>();

/** Runs the handler of a user's request, and collects the messages that it sends to this user's clients. */
export async function collectMessages<T>(collection: Collection, handle: () => Promise<T>): Promise<T> {
  return collections.run(collection, handle);
}

/** Messages of a request to its own user carry an id, because the client that sent the request receives them twice. */
export function collecting(send: SendRealtime): SendRealtime {
  return (recipients, name, payload) => {
    const collection = collections.getStore();
    if (!collection || !recipients.includes(collection.userId)) return send(recipients, name, payload);
    const id = randomUUID();
    collection.messages.push({ id, name, payload });
    send(recipients, name, payload, id);
  };
}

/** The part of a response with the messages that the request has sent to its own user, if it has sent any. */
export function ownMessages({ realtimeMessages }: FastifyRequest): object {
  return realtimeMessages && realtimeMessages.length > 0 ? { realtimeMessages } : {};
}
