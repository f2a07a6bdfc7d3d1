import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { pino } from "pino";

import { compose, type Composed } from "#app/server/compose.ts";
import { sandboxIdentity } from "#devices/identity-provider/addresses.ts";
import { createMailbox } from "#devices/mail/mailbox.ts";
import type { S3Settings } from "#devices/object-storage/s3-bucket.ts";
import { sandboxAddresses } from "#devices/video-platform/addresses.ts";
import type { Database } from "#foundation/server/database.ts";
import { type SignedInUser, accountsEndpoints } from "#product/accounts/contract.ts";
import { noContact } from "#product/site/rules.ts";

import { type Client, createClient, inProcess } from "./client.ts";
import { freshDatabase } from "./database.ts";
import { startTestSandbox, type TestSandbox } from "./sandbox.ts";

export interface Person extends Client {
  user: SignedInUser;
  cookie: string;
}

/** The whole application in one process on a fresh database, with real devices and a sandbox platform of its own. */
export interface TestApp extends Composed {
  db: Database;
  nobody: Client;
  sandbox: TestSandbox;
  filesFolder: string;
  /** Signs somebody up; the address's local part becomes the name. */
  join: (name: string, role: "YOUTUBER" | "EDITOR") => Promise<Person>;
}

export async function startApp(
  settings: { work?: boolean; clock?: () => Date; objectStore?: S3Settings } = {},
): Promise<TestApp> {
  const [database, sandbox, folder] = await Promise.all([
    freshDatabase(),
    startTestSandbox(),
    mkdtemp(join(tmpdir(), "reelay-app-")),
  ]);
  const composed = await compose({
    connection: database.connection,
    root: resolve(import.meta.dirname, "../.."),
    filesFolder: join(folder, "files"),
    objectStore: settings.objectStore ?? null,
    scratchFolder: join(folder, "scratch"),
    webFolder: null,
    appUrl: "http://localhost:3000",
    trustProxy: false,
    secret: "a secret of the tests, long enough to be one",
    reviewWindowSeconds: 36_000,
    ffmpegPath: null,
    platform: {
      addresses: sandboxAddresses(sandbox.url),
      clientId: sandbox.clientId,
      clientSecret: sandbox.clientSecret,
      sandbox: true,
    },
    identity: sandboxIdentity(sandbox.url),
    mail: createMailbox({ sandboxUrl: sandbox.url, from: "Reelay <reelay@localhost>" }),
    contact: noContact,
    pictures: [],
    role: "all",
    log: pino({ level: "silent" }),
    ...(settings.clock && { clock: settings.clock }),
  });
  await composed.app.ready();
  if (settings.work) await composed.startWork();
  const transport = inProcess(composed.app);
  const nobody = createClient(transport);
  return {
    ...composed,
    db: database.db,
    nobody,
    sandbox,
    filesFolder: folder,
    join: async (name, role) => {
      const body = { email: `${name}@example.com`, password: `${name} likes long reels`, role };
      const answer = await nobody.call(accountsEndpoints.signup, { body });
      if (answer.status >= 300 || !answer.cookie)
        throw new Error(`Could not sign ${name} up: ${answer.message}`);
      return { ...createClient(transport, answer.cookie), user: answer.data, cookie: answer.cookie };
    },
    stop: async () => {
      await composed.stop();
      await sandbox.stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
