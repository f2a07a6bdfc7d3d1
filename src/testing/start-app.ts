import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { PoolConfig } from "pg";

import { compose, type Composed, type Composition } from "#app/server/compose.ts";
import { createHttp } from "#app/server/http.ts";
import { type Dependencies, endpointBinding, moduleJobs, registerModules } from "#app/server/modules.ts";
import type { Role } from "#core/permission.ts";
import type { EndpointBinding } from "#core/server/bind-endpoints.ts";
import { type Actor, createRun, type EventHandler, type GuestChannel } from "#core/server/context.ts";
import type { Database } from "#core/server/database.ts";
import type { JobWorker } from "#core/server/job.ts";
import type { SignInSettings } from "#core/sign-in-settings.ts";
import { after } from "#core/time.ts";
import { people } from "#modules/people/server/tables.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { type SignedInUser } from "#modules/sign-in/contract/sign-in.ts";
import { sessionCookie } from "#modules/sign-in/rules/sign-in.ts";
import { hashToken, newToken } from "#modules/sign-in/server/sessions/tokens.ts";
import { sessions } from "#modules/sign-in/server/tables.ts";

import { type Client, createClient, inProcess } from "./client.ts";
import { testComposition } from "./composition.ts";
import { freshDatabase } from "./database.ts";
import { createDrivenQueue, type DrivenQueue } from "./driven-queue.ts";
import { startTestSandbox, type TestSandbox } from "./sandbox.ts";

/** A user who signed up over the API. */
export interface Person extends Client {
  user: SignedInUser;
  cookie: string;
}

/** A user with a session, as the actor of actions and, with the cookie, of HTTP requests. */
export interface TestActor extends Actor {
  cookie: string;
}

export interface Listening {
  url: string;
  close: () => Promise<void>;
}

interface ListenOptions extends Partial<Pick<Dependencies, "storage" | "mayRead" | "shares">> {
  /** Adds routes for the test. */
  register?: (app: FastifyInstance, binding: EndpointBinding) => void;
}

/**
 * The whole application in one process, on a new database, with real adapters and its own sandbox platform.
 */
export interface TestApp extends Omit<Composed, "startWork">, Pick<Dependencies, "run" | "storage"> {
  db: Database;
  nobody: Client;
  sandbox: TestSandbox;
  /** The connection to its database, for further processes. */
  connection: PoolConfig;
  /** Contains all folders of the application. */
  folder: string;
  filesFolder: string;
  /** Enqueued jobs; always empty with the setting `work`. */
  queue: DrivenQueue["queue"];
  /** Runs due jobs of `queue` until none is left; returns their names. By default with the application's workers. */
  work: (workers?: readonly JobWorker[]) => Promise<string[]>;
  /** Realtime messages in the order they were sent. */
  realtimeMessages: { people: readonly number[]; name: string; payload: unknown }[];
  /** Those to guests of review links. */
  guestMessages: { channels: readonly GuestChannel[]; name: string; payload: unknown }[];
  /** Sets the application's clock; null returns to the real time. */
  setNow: (now: Date | null) => void;
  /** Moves the clock on if it was set with `setNow`. */
  passTime: (milliseconds: number) => void;
  /** Signs a user up. `name` becomes the local part of the email address and the user's name. */
  join: (name: string, role: Role, invitation?: string) => Promise<Person>;
  /** Confirms the email of a user, who gets notification emails from then on. */
  confirmEmail: (person: Person) => Promise<void>;
  /** Inserts a user, like `join`, with a session that does not expire. The user has no password. */
  person: (name: string, role: Role) => Promise<TestActor>;
  signOut: (actor: Actor) => Promise<void>;
  /** Serves the application on a free port, with other adapters or rules of access if given. */
  listen: (options?: ListenOptions) => Promise<Listening>;
}

export interface AppSettings {
  /** Runs jobs in the background, as in production. Otherwise jobs wait in `queue` until the test calls `work`. */
  work?: boolean;
  /** In place of the sandbox's mailbox; null sends no email. */
  mail?: Composition["mail"];
  reviewWindowSeconds?: number;
  storageQuota?: number;
  /** Folder of the built browser app; otherwise there are no pages. */
  webFolder?: string;
  /** Settings of sign-up and login; the test may change it while the application runs. */
  signIn?: SignInSettings;
  /** A provider for single sign-on. */
  singleSignOn?: Composition["singleSignOn"];
  googleLogin?: boolean;
  /** Event handlers after those of the modules. */
  eventHandlers?: readonly EventHandler[];
}

export const everyoneMayRead: Dependencies["mayRead"] = { video: async () => true, file: async () => true };

/** Starts the application for a test; every test of more than one module's rules uses it. */
export async function startApp(settings: AppSettings = {}): Promise<TestApp> {
  const [database, sandbox, folder] = await Promise.all([
    freshDatabase(),
    startTestSandbox(),
    mkdtemp(join(tmpdir(), "reelay-app-")),
  ]);
  const { db } = database;
  let now: Date | null = null;
  const clock = () => now ?? new Date();
  const driven = createDrivenQueue(clock);
  const realtimeMessages: TestApp["realtimeMessages"] = [];
  const guestMessages: TestApp["guestMessages"] = [];
  const { reviewWindowSeconds, storageQuota, webFolder, eventHandlers = [] } = settings;
  const composition: Composition = {
    ...testComposition({
      connection: database.connection,
      folder,
      sandbox,
      role: "all",
      objectStore: null,
    }),
    clock,
    ...(reviewWindowSeconds !== undefined && { reviewWindowSeconds }),
    ...(storageQuota !== undefined && { storageQuota }),
    ...(webFolder !== undefined && { webFolder }),
    ...(settings.mail !== undefined && { mail: settings.mail }),
    ...(settings.signIn && { signIn: settings.signIn }),
    ...(settings.singleSignOn && { singleSignOn: settings.singleSignOn }),
    ...(settings.googleLogin !== undefined && { googleLogin: settings.googleLogin }),
    createRun: (parts) => {
      const run = createRun({
        ...parts,
        ...(!settings.work && { enqueue: driven.enqueue }),
        sendRealtime: (recipients, name, payload) => {
          const people = recipients.filter((each) => typeof each === "number");
          const channels = recipients.filter((each) => typeof each === "string");
          if (channels.length > 0) guestMessages.push({ channels, name, payload });
          else realtimeMessages.push({ people, name, payload });
          parts.sendRealtime(recipients, name, payload);
        },
        eventHandlers: [...parts.eventHandlers, ...eventHandlers],
      });
      return driven.collect(run);
    },
  };
  const { startWork, ...composed } = await compose(composition);
  await composed.app.ready();
  if (settings.work) await startWork();
  const dependencies: Dependencies = {
    ...composed.dependencies,
    ...(!settings.work && { jobStatus: driven.jobStatus }),
    notifyClients: (users, { name }, payload) => realtimeMessages.push({ people: users, name, payload }),
    notifyGuests: (channels, { name }, payload) => guestMessages.push({ channels, name, payload }),
  };
  const transport = inProcess(composed.app);
  const nobody = createClient(transport);
  return {
    ...composed,
    dependencies,
    run: dependencies.run,
    storage: dependencies.storage,
    db,
    nobody,
    sandbox,
    connection: database.connection,
    folder,
    filesFolder: composition.filesFolder,
    queue: driven.queue,
    work: (workers = moduleJobs(dependencies)) => driven.work(workers),
    realtimeMessages,
    guestMessages,
    setNow: (moment) => {
      now = moment;
    },
    passTime: (milliseconds) => {
      if (now) now = after(now, milliseconds);
    },
    join: async (name, role, invitation) => {
      const body = { email: `${name}@example.com`, password: `${name} likes long reels`, role, invitation };
      const answer = await nobody.call(passwordEndpoints.signup, { body });
      if (answer.status >= 300 || !answer.cookie)
        throw new Error(`Could not sign ${name} up: ${answer.message}`);
      return { ...createClient(transport, answer.cookie), user: answer.data, cookie: answer.cookie };
    },
    confirmEmail: async ({ user }) => {
      await db.update(people).set({ emailVerified: true }).where(eq(people.id, user.id));
    },
    person: (name, role) => insertPerson(db, name, role),
    signOut: async ({ sessionId }) => {
      await db.delete(sessions).where(eq(sessions.id, sessionId));
    },
    listen: (options) => listen(composition, dependencies, options),
    stop: async () => {
      await composed.stop();
      await sandbox.stop();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let rounds = 0;

/** Signs users up in the order of `roles`, whose names no other test has: the key and a number. */
export async function joinAll<Key extends string>(
  app: TestApp,
  roles: Record<Key, "YOUTUBER" | "EDITOR">,
): Promise<Record<Key, Person>> {
  rounds += 1;
  const joined = {} as Record<Key, Person>;
  for (const key of Object.keys(roles) as Key[]) {
    // One after another, so that IDs ascend: lists with a tie are in the order of IDs.
    joined[key] = await app.join(`${key}${rounds}`, roles[key]);
  }
  return joined;
}

async function insertPerson(db: Database, name: string, role: Role): Promise<TestActor> {
  const values = { email: `${name}@example.com`, name, nameKey: name, role, createdAt: new Date() };
  const [row] = await db.insert(people).values(values).returning({ id: people.id });
  if (!row) throw new Error(`Could not insert ${name}.`);
  const [sessionId, token] = [randomUUID(), newToken()];
  // Whatever time a test sets, this session is neither over nor due for an extension.
  const never = new Date("9999-01-01T00:00:00Z");
  await db.insert(sessions).values({
    id: sessionId,
    personId: row.id,
    tokenHash: hashToken(token),
    device: "a test",
    createdAt: values.createdAt,
    lastUsedAt: never,
    expiresAt: never,
  });
  return { id: row.id, role, sessionId, cookie: `${sessionCookie}=${token}` };
}

async function listen(
  composition: Composition,
  dependencies: Dependencies,
  { register, ...changes }: ListenOptions = {},
): Promise<Listening> {
  const app = await createHttp(composition);
  const changed: Dependencies = { ...dependencies, ...changes };
  registerModules(app, changed);
  register?.(app, endpointBinding(changed));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      // Tests read headers and leave bodies unread.
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
