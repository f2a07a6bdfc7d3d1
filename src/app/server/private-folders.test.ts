import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { makePrivateFolders, requirePublishFolders } from "./private-folders.ts";

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "reelay-private-"));
});
afterEach(() => rm(parent, { recursive: true }));

const modeOf = async (folder: string) => ((await stat(folder)).mode & 0o777).toString(8);

describe.skipIf(process.platform === "win32")("the data folder", () => {
  it.each([
    ["700", { ownDatabase: true, uid: 1000 }],
    ["700", { ownDatabase: false, uid: 0 }],
    ["711", { ownDatabase: true, uid: 0 }],
  ])("is created with the mode %s for %j, and the folders in it for their owner only", async (mode, how) => {
    const data = join(parent, "new/data");
    await makePrivateFolders(data, how);
    expect(await modeOf(data)).toBe(mode);
    for (const name of ["files", "scratch", "sandbox"]) expect(await modeOf(join(data, name))).toBe("700");
  });

  it("is named with its setting where it can't be created", async () => {
    const file = join(parent, "file");
    await writeFile(file, "");
    const places = ["/proc/nope", "/proc/nope/data", file, join(file, "data")];
    for (const place of process.platform === "linux" ? places : places.slice(2)) {
      const refusal = makePrivateFolders(place, { ownDatabase: false });
      await expect(refusal).rejects.toThrow(`DATA_DIR is ${place}, which can't be used: `);
    }
  });

  it("of an earlier version is corrected", async () => {
    const files = join(parent, "files");
    await mkdir(files);
    await chmod(files, 0o755);
    await chmod(parent, 0o777);
    await makePrivateFolders(parent, { ownDatabase: false, uid: 1000 });
    expect([await modeOf(parent), await modeOf(files)]).toEqual(["700", "700"]);
  });
});

it("requires the folders of PUBLISH_FOLDERS", async () => {
  const file = join(parent, "file");
  await writeFile(file, "");
  await requirePublishFolders([parent]);
  for (const wrong of [join(parent, "missing"), file]) {
    await expect(requirePublishFolders([parent, wrong])).rejects.toThrow(
      `PUBLISH_FOLDERS names ${wrong}, which`,
    );
  }
});
