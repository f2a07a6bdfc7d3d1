import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { connect } from "#adapters/postgres/connect.ts";
import { migrate } from "#adapters/postgres/migrate.ts";
import { type EmptyDatabase, emptyDatabase } from "#testing/database.ts";

import { acceptSettings } from "./accept-settings.ts";
import { readIdentity } from "./identity.ts";
import { requireSameInstallation } from "./require-same.ts";

const root = resolve(import.meta.dirname, "../../../..");
const log = pino({ level: "silent" });
const secret = "a secret of the tests, long enough to be one";
const bucket = { endpoint: "https://s3.example", region: "us-east-1", bucket: "reelay" };
const objectStore = { ...bucket, accessKeyId: "key", secretAccessKey: "hidden" };

let database: EmptyDatabase;
let folder: string;

beforeEach(async () => {
  database = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), "reelay-accept-"));
  await withPool((connected) => migrate(connected.pool, join(root, "migrations")));
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function withPool<T>(use: (connected: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const connected = connect({ connectionString: database.url });
  return use(connected).finally(() => connected.pool.end());
}

interface Settings {
  appSecret?: string;
  objectStore?: typeof objectStore | null;
  data?: string;
}

const start = (settings: Settings = {}) =>
  withPool(async ({ db }) => {
    const filesFolder = join(folder, settings.data ?? "data", "files");
    const given = { secret: settings.appSecret ?? secret, objectStore: settings.objectStore ?? null };
    const identity = await readIdentity({ ...given, filesFolder });
    await requireSameInstallation(db, identity, { filesFolder, secretFile: null });
  });

async function accept(settings: Settings = {}): Promise<string> {
  const said: string[] = [];
  const { data = "data", appSecret = secret, objectStore = null } = settings;
  const config = { dataFolder: join(folder, data), databaseUrl: database.url, objectStore, appSecret };
  await acceptSettings({ root, config, say: (line) => said.push(line), log });
  return said.join("\n");
}

const connections = () =>
  withPool(async ({ pool }) => (await pool.query("select encrypted_refresh_token from destinations")).rows);

describe("npm run accept-settings", () => {
  it("moves an installation from a folder to a bucket and back", async () => {
    await start();
    await expect(start({ objectStore })).rejects.toThrow("accept-settings");
    expect(await accept({ objectStore })).toContain("files in the bucket reelay");
    await start({ objectStore });
    await expect(start()).rejects.toThrow("accept-settings");
    await accept();
    await start();
  });

  it("is not needed for a copy of the data folder", async () => {
    await start();
    await cp(join(folder, "data"), join(folder, "copy"), { recursive: true });
    await expect(start({ data: "copy" })).resolves.toBeUndefined();
  });

  it("accepts another secret and deletes the tokens that it can't decrypt", async () => {
    await start();
    await withPool(({ pool }) =>
      pool.query(
        `insert into people (email, name, name_key, role, created_at)
           values ('mira@example.com', 'mira', 'mira', 'YOUTUBER', now());
         insert into destinations (person_id, kind, account_id, title, picture_url, scopes, encrypted_access_token,
             encrypted_refresh_token, access_expires_at, checked_at, connected_at)
           select id, 'youtube', 'UC1', 'Mira', '', '{}', 'x', 'x', now(), now(), now() from people`,
      ),
    );
    const appSecret = "another secret of the tests, long enough";
    await accept();
    expect(await connections()).toEqual([{ encrypted_refresh_token: "x" }]);
    expect(await accept({ appSecret })).toContain("reconnect their channels");
    expect(await connections()).toEqual([{ encrypted_refresh_token: null }]);
    await start({ appSecret });
    await expect(start()).rejects.toThrow("APP_SECRET");
  });

  it("is refused while Reelay runs", async () => {
    await start();
    await withPool(async ({ pool }) => {
      await pool.query("select 1");
      await expect(accept({ objectStore })).rejects.toThrow("Reelay is running on this database. Stop it");
    });
    await start();
  });

  it("is refused where Reelay has no data", async () => {
    const config = {
      dataFolder: join(folder, "none"),
      databaseUrl: null,
      objectStore: null,
      appSecret: null,
    };
    await expect(acceptSettings({ root, config, say: () => undefined, log })).rejects.toThrow(
      "Is DATA_DIR set to the folder that Reelay uses?",
    );
  });
});
