import { createHash } from "node:crypto";

import { openBucket } from "#adapters/object-storage/s3-bucket.ts";
import type { BucketLogin } from "#adapters/video-platform/s3/settings.ts";

import { type Forwarder, forwardTo } from "./forward-connections.ts";
import { startObjectStore } from "./object-store.ts";

/** A creator's bucket, at a port whose connections can be interrupted. */
export interface TestBucket {
  login: BucketLogin;
  connections: Forwarder;
  /** The SHA-256 of each video whose key contains a name. */
  videosNamed: (name: string) => Promise<string[]>;
  stop: () => Promise<void>;
}

export async function startBucket(): Promise<TestBucket> {
  const store = await startObjectStore();
  const { hostname, port } = new URL(store.settings.endpoint);
  const connections = await forwardTo({ host: hostname, port: Number(port) });
  const bucket = openBucket(store.settings);
  const folder = "films/";
  return {
    login: { ...store.settings, folder, endpoint: `http://127.0.0.1:${connections.port}` },
    connections,
    videosNamed: async (name) => {
      const hashes: string[] = [];
      for await (const { key } of bucket.list(folder)) {
        if (!key.includes(name) || !key.endsWith(".mp4")) continue;
        const hash = createHash("sha256");
        for await (const bytes of (await bucket.get(key)).body) hash.update(bytes);
        hashes.push(hash.digest("hex"));
      }
      return hashes;
    },
    stop: async () => {
      connections.stop();
      await store.stop();
    },
  };
}
