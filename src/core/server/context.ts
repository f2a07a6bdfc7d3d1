import type { z } from "zod";

import { commonError } from "../error.ts";
import type { EventDefinition, GuestMessage, RealtimeMessage } from "../event.ts";
import type { GuestRight, Role } from "../permission.ts";
import type { SignInSettings } from "../sign-in-settings.ts";
import { type Database, isRetryable, type Reading, type Transaction } from "./database.ts";
import type { EnqueueIn, EnqueueOptions, JobDefinition } from "./job.ts";
import type { Keyring } from "./keyring.ts";

/** The signed-in user of a request. */
export interface Actor {
  id: number;
  role: Role;
  sessionId: string;
  /** Only of requests over HTTP. */
  operator?: boolean;
}

/** A person without an account who has opened a review link. */
export interface Guest {
  id: string;
  linkId: string;
  name: string;
  rights: readonly GuestRight[];
}

/** The clients of all guests of a review link, or of one of them. */
export type GuestChannel = `guest-link:${string}`;

export function guestChannel(linkId: string, guestId?: string): GuestChannel {
  return `guest-link:${linkId}${guestId === undefined ? "" : `:${guestId}`}`;
}

/** The clients that receive a realtime message: those of a user, by id, or of guests. */
export type Recipient = number | GuestChannel;

/** Settings of the operator that actions depend on. */
export interface Settings {
  /** Email addresses of operators, in lower case. */
  operatorEmails: readonly string[];
  /** False where the server sends no email. */
  emailEnabled: boolean;
  /** Length of the review window of a version. */
  reviewWindowSeconds: number;
  /** Bytes that each user may store unless operators have set another quota for them; null without a limit. */
  storageQuota: number | null;
  /** Settings of sign-up and login. */
  signIn: SignInSettings;
}

/** Context of an action that only reads. Each statement sees what was committed before it started. */
export interface ReadContext {
  /** `null` in jobs and for requests without a session. */
  actor: Actor | null;
  /** The guest of a request to an endpoint for guests, which has no actor. */
  guest?: Guest;
  tx: Reading;
  now: Date;
  keyring: Keyring;
  settings: Settings;
}

/** Context of an action that writes; created the same way for HTTP, jobs, event handlers, tests and seed. */
export interface Context extends ReadContext {
  tx: Transaction;
  /** Runs the event handlers of later modules in this transaction. */
  emit: <P extends z.ZodType>(event: EventDefinition<P>, payload: z.input<P>) => Promise<void>;
  /** Enqueues a job in this transaction. */
  enqueue: <D extends z.ZodType>(
    job: JobDefinition<D>,
    data: z.input<D>,
    options?: EnqueueOptions,
  ) => Promise<void>;
  /** Sends a realtime message to the clients of these users after the commit; equal ones of a transaction are sent once. */
  notifyClients: NotifyClients;
  /** Like `notifyClients`, for guests of review links. */
  notifyGuests: NotifyGuests;
  /** Locks the task that a video belongs to, until the transaction ends. */
  lockTask: (taskId: number) => Promise<void>;
}

/** Locks a task; declared by the module of tasks for the earlier one of videos. */
export type LockTask = (ctx: Context, taskId: number) => Promise<void>;

/** Sends a realtime message to the clients of these users. */
export type NotifyClients = <P extends z.ZodType>(
  userIds: readonly number[],
  message: RealtimeMessage<P>,
  payload: z.input<P>,
) => void;

/** Like `NotifyClients`, for guests of review links. */
export type NotifyGuests = <P extends z.ZodType>(
  channels: readonly GuestChannel[],
  message: GuestMessage<P>,
  payload: z.input<P>,
) => void;

export interface EventHandler {
  event: EventDefinition;
  handle: (ctx: Context, payload: unknown) => Promise<void>;
}

/** Binds a handler to an event; the payload is parsed before each run. */
export function on<P extends z.ZodType>(
  event: EventDefinition<P>,
  handle: (ctx: Context, payload: z.output<P>) => Promise<void>,
): EventHandler {
  return { event, handle: async (ctx, payload) => handle(ctx, await event.payload.parseAsync(payload)) };
}

/** Sends one realtime message, by whose id clients recognize it; implemented by the realtime adapter. */
export type SendRealtime = (
  recipients: readonly Recipient[],
  name: string,
  payload: unknown,
  id?: string,
) => void;

/**
 * Runs an action in one transaction; realtime messages are sent after the commit. After a deadlock or serialization
 * failure the action runs again, so it must have no effects outside of its context.
 */
export type Run = <T>(actor: Actor | null, act: (ctx: Context) => Promise<T>) => Promise<T>;

/** Runs an action that only reads, without a transaction. */
export type Read = <T>(actor: Actor | null, act: (ctx: ReadContext) => Promise<T>) => Promise<T>;

/** Creates `Read`. Without a transaction, because `begin` and `commit` would double the cost of a short read. */
export function createRead({
  db,
  clock,
  keyring,
  settings,
}: {
  db: Database;
  clock: () => Date;
  keyring: Keyring;
  settings: Settings;
}): Read {
  return async (actor, act) => act({ actor, tx: db, now: clock(), keyring, settings });
}

interface OutboxMessage {
  recipients: readonly Recipient[];
  message: RealtimeMessage;
  payload: unknown;
}

/** One message in place of equal ones, to the recipients of all of them. */
function distinctMessages(outbox: readonly OutboxMessage[]): Iterable<OutboxMessage> {
  if (outbox.length < 2) return outbox;
  const distinct = new Map<string, OutboxMessage>();
  for (const { recipients, message, payload } of outbox) {
    const content = JSON.stringify([message.name, payload]);
    const earlier = distinct.get(content)?.recipients ?? [];
    distinct.set(content, { recipients: [...new Set([...earlier, ...recipients])], message, payload });
  }
  return distinct.values();
}

const maxAttempts = 5;

/** Creates `Run`. `eventHandlers` are in the order of the modules. */
export function createRun(parts: {
  db: Database;
  clock: () => Date;
  keyring: Keyring;
  settings: Settings;
  enqueue: EnqueueIn;
  sendRealtime: SendRealtime;
  eventHandlers: readonly EventHandler[];
  lockTask: LockTask;
}): Run {
  const once: Run = async (actor, act) => {
    const outbox: OutboxMessage[] = [];
    const actInContext = async (tx: Transaction) => {
      const ctx: Context = {
        actor,
        tx,
        now: parts.clock(),
        keyring: parts.keyring,
        settings: parts.settings,
        emit: async (event, payload) => {
          for (const eventHandler of parts.eventHandlers) {
            if (eventHandler.event.name === event.name) await eventHandler.handle(ctx, payload);
          }
        },
        enqueue: (job, data, options) => parts.enqueue(tx, job, data, options),
        notifyClients: (recipients, message, payload) => outbox.push({ recipients, message, payload }),
        notifyGuests: (recipients, message, payload) => {
          if (recipients.length > 0) outbox.push({ recipients, message, payload });
        },
        lockTask: (taskId) => parts.lockTask(ctx, taskId),
      };
      return act(ctx);
    };
    const result = await parts.db.transaction(actInContext);
    for (const { recipients, message, payload } of distinctMessages(outbox)) {
      parts.sendRealtime(recipients, message.name, payload);
    }
    return result;
  };
  return async (actor, act) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(actor, act);
      } catch (error) {
        if (attempt === maxAttempts || !isRetryable(error)) throw error;
      }
    }
  };
}

/** The actor; throws 401 without a session. */
export function currentActor(ctx: Pick<ReadContext, "actor">): Actor {
  if (!ctx.actor) throw commonError("unauthenticated");
  return ctx.actor;
}

/** The guest; throws 401 for all others. */
export function currentGuest(ctx: ReadContext): Guest {
  if (!ctx.guest) throw commonError("no_guest");
  return ctx.guest;
}
