import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { compose, type Composed } from "#app/server/compose.ts";
import type { Database } from "#core/server/database.ts";
import { type SignedInUser } from "#modules/sign-in/contract.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";

import { type Client, createClient, inProcess } from "./client.ts";
import { testComposition } from "./composition.ts";
import { freshDatabase } from "./database.ts";
import { startTestSandbox, type TestSandbox } from "./sandbox.ts";

export interface Person extends Client {
  user: SignedInUser;
  cookie: string;
}

/**
 * The whole application in one process, on a new database, with real adapters and its own sandbox platform.
 */
export interface TestApp extends Composed {
  db: Database;
  nobody: Client;
  sandbox: TestSandbox;
  filesFolder: string;
  /** Signs a user up. `name` becomes the local part of the email address and the user's name. */
  join: (name: string, role: "YOUTUBER" | "EDITOR") => Promise<Person>;
}

export async function startApp(
  settings: { work?: boolean; clock?: () => Date; sendsMail?: boolean } = {},
): Promise<TestApp> {
  const [database, sandbox, folder] = await Promise.all([
    freshDatabase(),
    startTestSandbox(),
    mkdtemp(join(tmpdir(), "reelay-app-")),
  ]);
  const composed = await compose({
    ...testComposition({
      connection: database.connection,
      folder,
      sandbox,
      role: "all",
      objectStore: null,
    }),
    ...(settings.clock && { clock: settings.clock }),
    ...(settings.sendsMail === false && { mail: null }),
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
      const answer = await nobody.call(passwordEndpoints.signup, { body });
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
