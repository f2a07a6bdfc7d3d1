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

/** The system's Python, for which Debian's packages are installed. */
const python = "/usr/bin/python3";
const script = join(import.meta.dirname, "object-store.py");
const startMessage = z.object({
  endpoint: z.url(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  guestAccessKeyId: z.string(),
});

/** An S3-compatible store with one empty bucket. */
export interface TestObjectStore {
  settings: S3Settings & { endpoint: string };
  /** The id of a key with the same secret that no bucket admits. */
  guestAccessKeyId: string;
  stop: () => Promise<void>;
}

/**
 * Whether OpenStack Swift is installed, whose S3 API the tests use (`npm run setup` installs it on Debian).
 */
export function hasObjectStore(): boolean {
  return existsSync(python) && spawnSync(python, ["-c", "import swift.common.middleware.s3api"]).status === 0;
}

/** Reason for skipping tests without a store. */
export const noObjectStoreMessage =
  "OpenStack Swift (Debian package python3-swift) is not installed: the S3 object storage tests are SKIPPED.\n";

/** Whether tests have a store. Says so if they don't, so that skipped tests are not mistaken for passed ones. */
export function testsHaveObjectStore(): boolean {
  const found = hasObjectStore();
  if (!found) process.stderr.write(noObjectStoreMessage);
  return found;
}

/**
 * Starts a store on a free port, with its data in a temporary folder. It ends with this process at the
 * latest.
 */
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
    const { guestAccessKeyId, ...address } = await storeAddress(child);
    const settings = { ...address, region: "us-east-1", bucket: "reelay" };
    await makeBucket(settings);
    return { settings, guestAccessKeyId, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function storeAddress(child: ChildProcess): Promise<z.output<typeof startMessage>> {
  if (child.stdout)
    for await (const line of createInterface(child.stdout)) return startMessage.parse(JSON.parse(line));
  throw new Error("The test object store ended before it was ready.");
}

async function makeBucket({ endpoint, region, bucket, ...credentials }: S3Settings): Promise<void> {
  const client = new S3Client({ region, credentials, forcePathStyle: true, ...(endpoint && { endpoint }) });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
}
