import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

import { expect, it, onTestFinished } from "vitest";

const tiers = ["test:browser", "test:server", "test:unit", "test:web"];

it.each([
  ["none", 0],
  ["test:web", 1],
  ["test:unit", 1],
  ["test:server", 1],
  ["test:browser", 1],
])("runs all tiers, and fails exactly if one fails: %s", async (failing, status) => {
  const folder = await mkdtemp(join(tmpdir(), "tiers-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  // Stands for npm: the tiers are not run.
  const script = `#!/bin/sh\necho "$2" >> "${folder}/run"\ntest "$2" != "${failing}"\n`;
  await writeFile(join(folder, "npm"), script, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env["PATH"]}` };
  expect(spawnSync(process.execPath, [join(import.meta.dirname, "test.ts")], { env }).status).toBe(status);
  const run = (await readFile(join(folder, "run"), "utf8")).trim().split("\n");
  expect(run.toSorted()).toEqual(tiers);
});
