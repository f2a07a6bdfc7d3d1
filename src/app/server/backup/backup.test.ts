import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";

import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { addPerson, type BackupScenario, startBackups } from "#testing/backup-scenario.ts";

let backups: Awaited<ReturnType<typeof startBackups>>;
let scenario: BackupScenario;
beforeAll(async () => {
  backups = await startBackups();
});
beforeEach(async () => {
  scenario = await backups.begin();
});
afterEach(() => scenario.end());
afterAll(() => backups.close());

describe("a backup", () => {
  it("restores rows, sequences and files, and leaves out temporary ones", async () => {
    await mkdir(scenario.inFolder("data/files/incoming"), { recursive: true });
    await mkdir(scenario.inFolder("data/scratch"), { recursive: true });
    await writeFile(scenario.inFolder("data/files/incoming/half"), "half");
    await writeFile(scenario.inFolder("data/scratch/half"), "half");
    await writeFile(scenario.inFolder("data/vapid-keys.json"), "{}");
    await scenario.backUp();
    await scenario.restore();

    const [before] = (await scenario.source.pool.query("select * from people")).rows as object[];
    expect(await scenario.rowsOf("select * from people")).toEqual([before]);
    const client = new Client({ connectionString: scenario.target.url });
    await client.connect();
    await addPerson(client, "second");
    await client.end();
    expect(await scenario.rowsOf("select id from people order by id")).toEqual([{ id: "1" }, { id: "2" }]);
    expect((await readdir(scenario.inFolder("restored"), { recursive: true })).sort()).toEqual([
      "files",
      "files/objects",
      "files/objects/files",
      "files/objects/files/empty",
      "files/objects/files/one",
      "files/store-id",
      "secret",
      "vapid-keys.json",
    ]);
    expect(await readFile(scenario.inFolder("restored/files/objects/files/one"), "utf8")).toBe("one");
  });

  it("can be read by its owner only", async () => {
    await scenario.backUp();
    const modes = await Promise.all(
      ["backup", "backup/data/secret", "backup/manifest.json"].map(async (name) =>
        ((await stat(scenario.inFolder(name))).mode & 0o777).toString(8),
      ),
    );
    expect(modes).toEqual(["700", "600", "600"]);
  });

  it("that is interrupted leaves nothing", async () => {
    const interruption = new AbortController();
    interruption.abort(new Error("Interrupted."));
    await expect(scenario.backUp({ signal: interruption.signal })).rejects.toThrow("aborted");
    expect(await readdir(scenario.folder)).toEqual(["data"]);
  });

  it("overwrites nothing", async () => {
    await mkdir(scenario.inFolder("backup"));
    await expect(scenario.backUp()).rejects.toThrow(
      "backup already exists. Delete it or choose another target.",
    );
  });

  it("is not written into the data folder", async () => {
    await expect(scenario.backUp({ target: scenario.inFolder("data/backup") })).rejects.toThrow(
      "Choose a target elsewhere.",
    );
  });

  it("needs something to back up", async () => {
    const config = { dataFolder: scenario.inFolder("nothing"), databaseUrl: null };
    await expect(scenario.backUp({}, config)).rejects.toThrow("nothing has nothing to back up");
    expect(await readdir(scenario.folder)).toEqual(["data"]);
  });
});

describe("a restore refuses", () => {
  it("a damaged file, before it changes anything", async () => {
    await scenario.backUp();
    await writeFile(scenario.inFolder("backup/data/files/objects/files/one"), "two");
    await expect(scenario.restore()).rejects.toThrow("data/files/objects/files/one: its SHA-256 differs");
    await scenario.expectNothingRestored();
  });

  it("a data folder that is not empty", async () => {
    await scenario.backUp();
    await mkdir(scenario.inFolder("restored"));
    await writeFile(scenario.inFolder("restored/secret"), "another");
    await expect(scenario.restore()).rejects.toThrow("restored is not empty: it has secret. Move it away");
  });

  it("a database that is not empty", async () => {
    await scenario.backUp();
    await scenario.rowsOf("create table invoices (id int)");
    await expect(scenario.restore()).rejects.toThrow(
      "The database is not empty: it has the table public.invoices.",
    );
    await expect(stat(scenario.inFolder("restored"))).rejects.toThrow("ENOENT");
  });

  it("another application secret", async () => {
    await scenario.backUp();
    const appSecret = "another secret of the tests, also long enough";
    await expect(scenario.restore({}, { appSecret })).rejects.toThrow("APP_SECRET is not the secret");
    await rm(scenario.inFolder("backup"), { recursive: true });
    await scenario.backUp({}, { appSecret });
    await rm(scenario.inFolder("backup/data/secret"));
    await expect(scenario.restore()).rejects.toThrow("The backup was made with APP_SECRET set.");
  });
});
