import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";

import { afterAll, describe, expect, it } from "vitest";

import { createDiskStorage } from "./disk.ts";
import { objectStorageSuite } from "./suite.ts";

const made: string[] = [];
const emptyFolder = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "storage-"));
  made.push(folder);
  return folder;
};
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));

objectStorageSuite("disk", async () => ({
  module: new URL("./disk.ts", import.meta.url).href,
  factory: "createDiskStorage",
  args: [await emptyFolder()],
}));

describe("disk storage", () => {
  it("begins uploads while others leave their folder empty", async () => {
    const storage = createDiskStorage(await emptyFolder());
    for (let round = 0; round < 300; round++) {
      const key = `files/${round}`;
      await storage.resumable.begin(`files/other-${round}`);
      await Promise.all([storage.resumable.abort(`files/other-${round}`), storage.resumable.begin(key)]);
      expect(await storage.resumable.received(key)).toBe(0);
      await storage.resumable.abort(key);
    }
  });

  it("reports a full disk", async () => {
    const folder = await emptyFolder();
    await mkdir(path.join(folder, "unfinished"));
    await symlink("/dev/full", path.join(folder, "unfinished", "full.bin"));
    const append = createDiskStorage(folder).resumable.append(
      "full.bin",
      0,
      Readable.from([Buffer.from("x")]),
    );
    await expect(append).rejects.toMatchObject({ code: "no_space", kind: "needs-user" });
  });

  it("says why it can't be used when its folder can't be created", async () => {
    await expect(createDiskStorage("/dev/null/storage").check()).rejects.toThrow(
      "The folder /dev/null/storage can't be written (ENOTDIR). Check its disk and permissions.",
    );
  });

  it.skipIf(process.platform === "win32")(
    "makes files and folders accessible for their owner only",
    async () => {
      const folder = path.join(await emptyFolder(), "files");
      const storage = createDiskStorage(folder);
      await storage.put("a/b.bin", Buffer.from("x"));
      await storage.resumable.begin("c/d.bin");
      await storage.resumable.append("c/d.bin", 0, Readable.from([Buffer.from("x")]));
      const entries = await readdir(folder, { recursive: true });
      expect(entries.length).toBeGreaterThan(5);
      for (const entry of ["", ...entries]) {
        const found = await stat(path.join(folder, entry));
        expect([entry, found.mode & 0o777]).toEqual([entry, found.isDirectory() ? 0o700 : 0o600]);
      }
    },
  );

  it("leaves no file and no folder behind", async () => {
    const folder = await emptyFolder();
    const storage = createDiskStorage(folder);
    await storage.put("a/b/c.bin", Buffer.from("x"));
    await storage.resumable.begin("d/e/f.bin");
    await storage.put("a/b/too-long.bin", Buffer.from("xy"), { maxBytes: 1 }).catch(() => {});
    await storage.remove("a/b/c.bin");
    await storage.resumable.abort("d/e/f.bin");
    const left = await readdir(folder, { recursive: true });
    expect(left.sort()).toEqual(["incoming", "objects", "unfinished"]);
  });

  it("sweeps files of crashed puts by age", async () => {
    const folder = await emptyFolder();
    const incoming = path.join(folder, "incoming");
    await mkdir(incoming);
    await writeFile(path.join(incoming, "crashed"), "x");
    const storage = createDiskStorage(folder);
    const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    await storage.sweep({ puts: past, resumable: future });
    expect(await readdir(incoming)).toEqual(["crashed"]);
    await storage.sweep({ puts: future, resumable: past });
    expect(await readdir(incoming)).toEqual([]);
  });

  it("rejects a key below an object", async () => {
    const storage = createDiskStorage(await emptyFolder());
    await storage.put("a", Buffer.from("x"));
    await expect(storage.put("a/b", Buffer.from("x"))).rejects.toMatchObject({ code: "bad_key" });
    expect(await storage.stat("a/b")).toBeNull();
  });
});
