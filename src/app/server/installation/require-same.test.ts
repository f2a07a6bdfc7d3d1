import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { type FreshDatabase, freshDatabase } from "#testing/database.ts";

import { applicationSecret } from "../secret.ts";
import { readIdentity } from "./identity.ts";
import { requireSameInstallation } from "./require-same.ts";

const secret = "a secret of the tests, long enough to be one";
const bucket = { endpoint: "https://s3.example", bucket: "reelay" };

let database: FreshDatabase;
let folder: string;

beforeAll(async () => {
  database = await freshDatabase();
});

beforeEach(async () => {
  await database.pool.query("delete from installation");
  folder = await mkdtemp(join(tmpdir(), "reelay-installation-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

afterAll(() => database.close());

interface Settings {
  secret?: string;
  secretFile?: string | null;
  objectStore?: typeof bucket | null;
  files?: string;
}

/** The check of a process with these settings. */
async function start(settings: Settings = {}): Promise<void> {
  const filesFolder = join(folder, settings.files ?? "files");
  const { objectStore = null, secretFile = null } = settings;
  const identity = await readIdentity({ secret: settings.secret ?? secret, objectStore, filesFolder });
  return requireSameInstallation(database.db, identity, { filesFolder, secretFile });
}

const stored = async () => (await database.pool.query("select * from installation")).rows;

describe("processes on one database", () => {
  it("start with the same settings", async () => {
    await start();
    await start();
    expect(await stored()).toHaveLength(1);
  });

  it("must have the same secret", async () => {
    await start();
    await expect(start({ secret: "another secret of the tests, long enough" })).rejects.toThrow(
      "APP_SECRET is not the secret that this database is used with.",
    );
    await start();
  });

  it("are told where to find the secret if each has generated its own", async () => {
    await start({ secret: await applicationSecret(null, join(folder, "one")), files: "shared" });
    const generated = await applicationSecret(null, join(folder, "other"));
    await expect(
      start({ secret: generated, secretFile: join(folder, "other/secret"), files: "shared" }),
    ).rejects.toThrow(/APP_SECRET is not set, and the secret generated in .*other\/secret is not the one/);
  });

  it("must all use the bucket, which the error names", async () => {
    await start({ objectStore: bucket });
    await expect(start()).rejects.toThrow(
      /files in the bucket reelay of https:\/\/s3\.example, but this process is set to the folder .*\/files\. Set S3_BUCKET/,
    );
    await expect(start({ objectStore: { ...bucket, bucket: "other" } })).rejects.toThrow(
      "but this process is set to the bucket other of https://s3.example",
    );
    await expect(
      start({ objectStore: { ...bucket, endpoint: "https://elsewhere.example" } }),
    ).rejects.toThrow("bucket reelay of https://elsewhere.example");
    await start({ objectStore: bucket });
  });

  it("must not use a bucket or another folder if the files are in a folder", async () => {
    await start({ files: "one" });
    await expect(start({ files: "other" })).rejects.toThrow("Set DATA_DIR to the data folder of the other");
    await expect(start({ objectStore: bucket })).rejects.toThrow("Remove the S3_ settings.");
  });

  it("are told about every difference at once, and how to accept it", async () => {
    await start();
    const both = start({ secret: "another secret of the tests, long enough", objectStore: bucket });
    await expect(both).rejects.toThrow(/APP_SECRET[^]*S3_[^]*npm run accept-settings/);
  });

  it("agree although they start for the first time at the same time", async () => {
    const outcomes = await Promise.allSettled(
      ["one", "two", "three", "four", "five"].map((name) =>
        start({ secret: `${name}: a secret of the tests, long enough`, files: "shared" }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
  });

  it("generate one secret and one folder id although they start at the same time", async () => {
    const secrets = await Promise.all(
      Array.from({ length: 20 }, () => applicationSecret(null, join(folder, "data"))),
    );
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]?.length).toBeGreaterThan(40);
    const identities = await Promise.all(
      Array.from({ length: 20 }, () =>
        readIdentity({ secret, objectStore: null, filesFolder: join(folder, "files") }),
      ),
    );
    expect(new Set(identities.map(({ store }) => JSON.stringify(store))).size).toBe(1);
  });
});

describe("the recorded settings", () => {
  it("do not contain the secret", async () => {
    await start();
    const text = JSON.stringify(await stored());
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString("base64"));
  });

  it("do not fit an empty secret file", async () => {
    await mkdir(join(folder, "data"));
    await writeFile(join(folder, "data/secret"), "");
    await expect(applicationSecret(null, join(folder, "data"))).rejects.toThrow("data/secret is empty.");
  });
});
