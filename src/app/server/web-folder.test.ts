import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { prepareWebFolder, sourceStamp, stampPath, webFolderIn } from "./web-folder.ts";

let root = "";
let said: string[] = [];
const say = (line: string) => void said.push(line);

async function write(name: string, content: string): Promise<void> {
  await mkdir(join(root, name, ".."), { recursive: true });
  await writeFile(join(root, name), content);
}

const buildScript = `
  import { mkdirSync, writeFileSync } from "node:fs";
  mkdirSync("dist/web", { recursive: true });
  writeFileSync("dist/web/index.html", "built by the script");
`;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "reelay-web-folder-"));
  said = [];
  await write("package.json", "{}");
  await write("src/app/web/main.tsx", "first");
});

afterEach(async () => rm(root, { recursive: true, force: true }));

const installBuildTools = async () => write("node_modules/vite/index.js", "");
const buildByHand = async () => {
  await mkdir(webFolderIn(root), { recursive: true });
  await writeFile(stampPath(webFolderIn(root)), sourceStamp(root));
};

describe("the folder of the browser app", () => {
  it("is built when it is missing", async () => {
    await installBuildTools();
    await write("scripts/build.ts", buildScript);

    expect(await prepareWebFolder(root, say)).toBe(webFolderIn(root));

    expect(said).toEqual(["Building the browser app …"]);
  });

  it("is not built again while its sources are the same", async () => {
    await installBuildTools();
    await buildByHand();

    expect(await prepareWebFolder(root, say)).toBe(webFolderIn(root));

    expect(said).toEqual([]);
  });

  for (const [change, make] of [
    ["a changed source", async () => write("src/app/web/main.tsx", "second")],
    ["a new source", async () => write("src/ui/button.tsx", "new")],
    ["a removed source", async () => rm(join(root, "src/app/web/main.tsx"))],
    ["other packages", async () => write("package-lock.json", "{}")],
  ] as const) {
    it(`is built again after ${change}`, async () => {
      await installBuildTools();
      await buildByHand();
      await make();
      await write("scripts/build.ts", buildScript);

      await prepareWebFolder(root, say);

      expect(said).toEqual(["Building the browser app …"]);
    });
  }

  it("does not change with the server or tests", async () => {
    const stamp = sourceStamp(root);
    await write("src/modules/tasks/server/public/tasks.ts", "server");
    await write("src/ui/format.test.ts", "test");

    expect(sourceStamp(root)).toBe(stamp);
  });

  it("is served without build tools, with a message that it is out of date", async () => {
    await buildByHand();
    await write("src/app/web/main.tsx", "second");

    expect(await prepareWebFolder(root, say)).toBe(webFolderIn(root));

    expect(said.join()).toContain("is out of date");
  });

  it("fails with the command to run without a build and without build tools", async () => {
    await expect(prepareWebFolder(root, say)).rejects.toThrow("Run `npm ci && npm run build`");
  });

  it("fails with the output of a build that fails", async () => {
    await installBuildTools();
    await write("scripts/build.ts", 'throw new Error("no such plugin");');

    await expect(prepareWebFolder(root, say)).rejects.toThrow(/could not be built[^]*no such plugin/);
  });
});
