import type { z } from "zod";

import { commonError } from "../error.ts";
import type { EventDefinition, RealtimeMessage } from "../event.ts";
import type { Role } from "../permission.ts";
import { type Database, isCollision, type Reading, type Transaction } from "./database.ts";
import type { EnqueueIn, JobDefinition } from "./job.ts";
import type { Keyring } from "./keyring.ts";

/** The signed-in person behind a call. */
export interface Actor {
  id: number;
  role: Role;
  sessionId: string;
}

/** What an action receives that writes nothing. Each of its statements sees what is committed when it begins. */
export interface ReadContext {
  /** `null` when the server itself acts (jobs) or nobody is signed in. */
  actor: Actor | null;
  tx: Reading;
  now: Date;
  keyring: Keyring;
}

/** What every other action receives: made the same way for HTTP, jobs, reactions, tests and seed. */
export interface Context extends ReadContext {
  tx: Transaction;
  /** Runs the reactions of later rooms now, in this transaction. */
  emit: <P extends z.ZodType>(event: EventDefinition<P>, payload: z.input<P>) => Promise<void>;
  /** Enqueues durable work in this transaction. */
  enqueue: <D extends z.ZodType>(job: JobDefinition<D>, data: z.input<D>, when?: Date) => Promise<void>;
  /** Sends a live message to people's open browsers once this transaction has committed. */
  notifyClients: <P extends z.ZodType>(
    people: readonly number[],
    message: RealtimeMessage<P>,
    payload: z.input<P>,
  ) => void;
}

export interface EventHandler {
  event: EventDefinition;
  react: (ctx: Context, payload: unknown) => Promise<void>;
}

/** Binds a reaction to an event, parsing the payload by the event's shape. */
export function on<P extends z.ZodType>(
  event: EventDefinition<P>,
  react: (ctx: Context, payload: z.output<P>) => Promise<void>,
): EventHandler {
  return { event, react: async (ctx, payload) => react(ctx, await event.payload.parseAsync(payload)) };
}

/** Sends one live message; provided by the live device. */
export type SendRealtime = (people: readonly number[], name: string, payload: unknown) => void;

/**
 * Runs a function of a context in one transaction; live messages leave after commit. It may run again: where
 * transactions have waited for each other in a circle, PostgreSQL ends one of them, which is then done anew. So it
 * changes nothing but what the context offers.
 */
export type Run = <T>(actor: Actor | null, act: (ctx: Context) => Promise<T>) => Promise<T>;

/** Runs a function that only reads, without a transaction. */
export type Read = <T>(actor: Actor | null, act: (ctx: ReadContext) => Promise<T>) => Promise<T>;

/** Builds the one way to run what only reads: with nothing to commit, `begin` and `commit` would be half of its work. */
export function createRead({
  db,
  clock,
  keyring,
}: {
  db: Database;
  clock: () => Date;
  keyring: Keyring;
}): Read {
  return async (actor, act) => act({ actor, tx: db, now: clock(), keyring });
}

/** How often a transaction is tried that PostgreSQL ends in favour of others. */
const mostTries = 5;

/** Builds the one way to run actions. `reactions` stand in the order of the rooms. */
export function createRun(parts: {
  db: Database;
  clock: () => Date;
  keyring: Keyring;
  enqueue: EnqueueIn;
  sendRealtime: SendRealtime;
  eventHandlers: readonly EventHandler[];
}): Run {
  const once: Run = async (actor, act) => {
    const outbox: Parameters<SendRealtime>[] = [];
    const result = await parts.db.transaction(async (tx) => {
      const ctx: Context = {
        actor,
        tx,
        now: parts.clock(),
        keyring: parts.keyring,
        emit: async (event, payload) => {
          for (const eventHandler of parts.eventHandlers) {
            if (eventHandler.event.name === event.name) await eventHandler.react(ctx, payload);
          }
        },
        enqueue: (job, data, when) => parts.enqueue(tx, job, data, when),
        notifyClients: (people, message, payload) => outbox.push([people, message.name, payload]),
      };
      return act(ctx);
    });
    for (const letter of outbox) parts.sendRealtime(...letter);
    return result;
  };
  return async (actor, act) => {
    for (let tries = 1; ; tries++) {
      try {
        return await once(actor, act);
      } catch (error) {
        if (tries === mostTries || !isCollision(error)) throw error;
      }
    }
  };
}

/** The actor, or 401 when nobody is signed in. */
export function actorOf(ctx: ReadContext): Actor {
  if (!ctx.actor) throw commonError("unauthenticated");
  return ctx.actor;
}
