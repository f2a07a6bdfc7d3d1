import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

import { expect, it, onTestFinished } from "vitest";

it.each([
  ["none", 0],
  ["test:web", 1],
  ["test:unit", 1],
  ["test:server", 1],
])("fails exactly if a tier fails: %s", async (failing, status) => {
  const folder = await mkdtemp(join(tmpdir(), "tiers-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  // Stands for npm: the tiers are not run.
  await writeFile(join(folder, "npm"), `#!/bin/sh\ntest "$2" != "${failing}"\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env["PATH"]}` };
  expect(spawnSync(process.execPath, [join(import.meta.dirname, "test.ts")], { env }).status).toBe(status);
});
