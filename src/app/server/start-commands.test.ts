import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");

/**
 * V8 gives new objects up to 128 MiB on a machine with much memory, where 16 MiB (two semi-spaces of 8) are as fast. The limit
 * can't be set once the process runs.
 */
it.each(["package.json", "deploy/Dockerfile", "deploy/reelay@.service", "e2e/support/reelay.ts"])(
  "%s starts the server with a limit for the memory of new objects",
  async (file) => {
    const lines = (await readFile(join(root, file), "utf8")).split("\n");
    const starts = lines.filter(
      (line) => /node\b|execPath/.test(line) && line.includes("src/app/server/main.ts"),
    );
    expect(starts.map((line) => line.includes("--max-semi-space-size=8"))).toEqual([true]);
  },
);
