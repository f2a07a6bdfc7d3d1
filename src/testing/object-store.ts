import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { z } from "zod";

import type { S3Settings } from "#adapters/object-storage/s3-bucket.ts";

/** The system's Python, which is the one that Debian's packages belong to. */
const python = "/usr/bin/python3";
const script = join(import.meta.dirname, "object-store.py");
const startMessage = z.object({ endpoint: z.url(), accessKeyId: z.string(), secretAccessKey: z.string() });

/** A real S3-speaking store with one empty bucket. */
export interface TestObjectStore {
  settings: S3Settings;
  stop: () => Promise<void>;
}

/** Whether this machine has OpenStack Swift, whose S3 API the tests speak to (`npm run setup` installs it on Debian). */
export function hasObjectStore(): boolean {
  return existsSync(python) && spawnSync(python, ["-c", "import swift.common.middleware.s3api"]).status === 0;
}

/** Said aloud where it is missing, so that nobody takes left-out tests for passed ones. */
export const noObjectStoreMessage =
  "No OpenStack Swift (Debian's python3-swift): the tests of the S3 object store do NOT run.\n";

/** Starts a store on a free port with everything in a folder of its own. It ends with this process at the latest. */
export async function startObjectStore(): Promise<TestObjectStore> {
  const folder = await mkdtemp(join(tmpdir(), "reelay-objects-"));
  const child = spawn(python, [script, join(folder, "store")], { stdio: ["pipe", "pipe", "inherit"] });
  const stop = async () => {
    const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : null;
    child.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const settings = { ...(await addressOf(child)), region: "us-east-1", bucket: "reelay" };
    await makeBucket(settings);
    return { settings, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addressOf(child: ChildProcess): Promise<z.output<typeof startMessage>> {
  if (child.stdout)
    for await (const line of createInterface(child.stdout)) return startMessage.parse(JSON.parse(line));
  throw new Error("The object store for tests ended before it was up.");
}

async function makeBucket({ endpoint, region, bucket, ...credentials }: S3Settings): Promise<void> {
  const client = new S3Client({ region, credentials, forcePathStyle: true, ...(endpoint && { endpoint }) });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
}
