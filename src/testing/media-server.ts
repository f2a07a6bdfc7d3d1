import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { type Logger, pino } from "pino";

import { createDiskStorage } from "#adapters/object-storage/disk.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { AppError } from "#core/error.ts";
import type { Role } from "#core/permission.ts";
import type { EndpointBinding } from "#core/server/bind-endpoints.ts";
import { type Actor, createRun, type EventHandler, type Run } from "#core/server/context.ts";
import type { Transaction } from "#core/server/database.ts";
import type { JobWorker, JobStatusIn } from "#core/server/job.ts";
import { createKeyring } from "#core/server/keyring.ts";
import { createReceiveFile } from "#modules/media/server/files/form-files.ts";
import { type MediaRouteParts, registerMediaRoutes } from "#modules/media/server/routes.ts";
import { people } from "#modules/people/server/tables.ts";

import { freshDatabase } from "./database.ts";

/** An enqueued job. */
interface Enqueued {
  job: string;
  data: unknown;
  when: Date | undefined;
}

export interface Listening {
  url: string;
  close: () => Promise<void>;
}

/** The media module on a new database and folder. Jobs run only when the test calls `work`. */
export interface MediaServer {
  run: Run;
  storage: ObjectStorage;
  log: Logger;
  folder: string;
  scratchFolder: string;
  queue: Enqueued[];
  /** Status of jobs in `queue`. */
  jobStatus: JobStatusIn;
  /** Realtime messages in the order they were sent. */
  realtimeMessages: { people: readonly number[]; name: string; payload: unknown }[];
  setNow: (now: Date | null) => void;
  /** Runs due jobs until none is left; returns their names. */
  work: (workers: readonly JobWorker[]) => Promise<string[]>;
  person: (name: string, role: Role) => Promise<Actor>;
  signOut: (actor: Actor) => void;
  /** Listens on a free port. The header `x-person` with a user id authenticates a request. */
  listen: (options?: {
    storage?: ObjectStorage;
    /** By default everyone may read everything. */
    mayRead?: MediaRouteParts["mayRead"];
    register?: (app: FastifyInstance, binding: EndpointBinding) => void;
  }) => Promise<Listening>;
  stop: () => Promise<void>;
}

export async function startMediaServer(eventHandlers: readonly EventHandler[] = []): Promise<MediaServer> {
  const database = await freshDatabase();
  const folder = await mkdtemp(join(tmpdir(), "reelay-media-"));
  const storage = createDiskStorage(folder);
  const keyring = createKeyring("a secret of the tests, long enough to be one");
  const actors = new Map<number, Actor>();
  const queue: Enqueued[] = [];
  const realtimeMessages: MediaServer["realtimeMessages"] = [];
  let now: Date | null = null;
  const clock = () => now ?? new Date();
  /** Jobs of uncommitted transactions. */
  const pending = new WeakMap<Transaction, Enqueued[]>();
  const perform = createRun({
    db: database.db,
    clock,
    keyring,
    enqueue: async (tx, definition, data, when) => {
      pending.get(tx)?.push({ job: definition.job, data, when });
    },
    sendRealtime: (people, name, payload) => realtimeMessages.push({ people, name, payload }),
    eventHandlers,
  });
  const run: Run = async (actor, act) => {
    const jobs: Enqueued[] = [];
    const result = await perform(actor, (ctx) => {
      // A retried transaction enqueues its jobs again.
      jobs.length = 0;
      pending.set(ctx.tx, jobs);
      return act(ctx);
    });
    queue.push(...jobs);
    return result;
  };

  return {
    run,
    storage,
    log: pino({ level: "silent" }),
    folder,
    scratchFolder: join(folder, "scratch"),
    queue,
    jobStatus: async (_tx, { job }, data) => {
      const pending = queue.some((each) => each.job === job && isDeepStrictEqual(each.data, data));
      return { pending, done: false, failed: 0 };
    },
    realtimeMessages,
    setNow: (moment) => {
      now = moment;
    },
    work: async (workers) => {
      const done: string[] = [];
      for (;;) {
        const at = queue.findIndex(
          ({ job, when }) =>
            (!when || when <= clock()) && workers.some(({ definition }) => definition.job === job),
        );
        const [next] = at < 0 ? [] : queue.splice(at, 1);
        if (!next) return done;
        const worker = workers.find(({ definition }) => definition.job === next.job);
        await worker?.work(next.data, new AbortController().signal);
        done.push(next.job);
      }
    },
    person: async (name, role) => {
      const values = { email: `${name}@example.com`, name, nameKey: name, role, createdAt: new Date() };
      const [row] = await database.db.insert(people).values(values).returning({ id: people.id });
      const actor: Actor = { id: row?.id ?? 0, role, sessionId: `session of ${name}` };
      actors.set(actor.id, actor);
      return actor;
    },
    signOut: (actor) => void actors.delete(actor.id),
    listen: async (options = {}) => {
      const app: FastifyInstance = Fastify({
        bodyLimit: 1024 * 1024,
        requestTimeout: 0,
        // Tests read headers and leave bodies unread.
        forceCloseConnections: true,
        http: { highWaterMark: 1024 * 1024 },
      });
      app.decorateRequest("actor", null);
      app.setErrorHandler((error, _request, reply) => {
        if (!(error instanceof AppError)) throw error;
        return reply.code(error.status).send({ message: error.message, code: error.code });
      });
      await app.register(multipart, { limits: { fileSize: Number.MAX_SAFE_INTEGER } });
      app.setValidatorCompiler(validatorCompiler);
      app.setSerializerCompiler(serializerCompiler);
      const used = options.storage ?? storage;
      const binding: EndpointBinding = {
        run,
        read: run,
        identify: async (request) => actors.get(Number(request.headers["x-person"])) ?? null,
        receiveFile: createReceiveFile({ run, storage: used }),
      };
      const mayRead = options.mayRead ?? { video: async () => true, file: async () => true };
      registerMediaRoutes(app, { ...binding, storage: used, keyring, clock, mayRead });
      options.register?.(app, binding);
      await app.listen({ port: 0, host: "127.0.0.1" });
      const { port } = app.server.address() as AddressInfo;
      return { url: `http://127.0.0.1:${port}`, close: () => app.close() };
    },
    stop: async () => {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
