import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe } from "vitest";

import {
  hasObjectStore,
  noObjectStore,
  startObjectStore,
  type TestObjectStore,
} from "#testing/object-store.ts";

import { objectStorageSuite } from "./suite.ts";

const swift = hasObjectStore();
if (!swift) process.stderr.write(noObjectStore);

describe.runIf(swift)("S3", () => {
  let store: TestObjectStore;
  let scratchFolder: string;
  beforeAll(async () => {
    [store, scratchFolder] = await Promise.all([
      startObjectStore(),
      mkdtemp(path.join(tmpdir(), "reelay-lent-")),
    ]);
  });
  afterAll(async () => {
    await store.stop();
    await rm(scratchFolder, { recursive: true });
  });

  objectStorageSuite("S3", async () => ({
    module: new URL("./s3.ts", import.meta.url).href,
    factory: "createS3Storage",
    args: [{ ...store.settings, scratchFolder }],
  }));
});
