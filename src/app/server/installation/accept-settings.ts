import { join, resolve } from "node:path";

import { drizzle } from "drizzle-orm/node-postgres";
import type { BaseLogger } from "pino";

import { expectNewConsent } from "#modules/publishing/server/destinations/queries.ts";

import type { Config } from "../config.ts";
import { hasOwnDatabase, requireUnused, withDatabase } from "../open-database.ts";
import { secretInUse } from "../secret.ts";
import { readIdentity } from "./identity.ts";
import { recordInstallation } from "./require-same.ts";
import { installation } from "./tables.ts";

/**
 * Records the secret and the file store of these settings as those that all processes must have. Throws a message that
 * says what to do, for example while Reelay runs.
 */
export async function acceptSettings(given: {
  root: string;
  config: Pick<Config, "dataFolder" | "databaseUrl" | "objectStore" | "appSecret">;
  say: (line: string) => void;
  log: BaseLogger;
}): Promise<void> {
  const { root, config, say, log } = given;
  const dataFolder = resolve(root, config.dataFolder);
  const secret = await secretInUse(config.appSecret, dataFolder);
  if (!secret || (config.databaseUrl === null && !hasOwnDatabase(dataFolder))) {
    throw new Error(
      `${dataFolder} has no database or secret of Reelay. Is DATA_DIR set to the folder that Reelay uses?`,
    );
  }
  const filesFolder = join(dataFolder, "files");
  const { secretDigest, store } = await readIdentity({
    secret,
    objectStore: config.objectStore,
    filesFolder,
  });
  if (!store) throw new Error(`${filesFolder} can't be written.`);
  const place = { databaseUrl: config.databaseUrl, dataFolder };
  await withDatabase(place, { name: "reelay accept-settings", log }, async (client) => {
    await requireUnused(client, "run `npm run accept-settings`");
    const db = drizzle({ client });
    const [before] = await db.select().from(installation);
    await recordInstallation(db, { secretDigest, store });
    if (before && before.secretDigest !== secretDigest) {
      await expectNewConsent(db);
      say(
        "Recorded the new secret. Creators are asked to reconnect their channels; unused one-time codes are invalid.",
      );
    }
    const where = store.kind === "bucket" ? `the bucket ${store.bucket}` : filesFolder;
    say(`Reelay now starts with this secret and with files in ${where}.`);
  });
}
