import { createHash } from "node:crypto";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";

/** The SHA-256 of a stored file, taken from the very bytes that are handed to the platform. */
export interface RelayHash {
  /** Takes in a chunk that begins at byte `offset` of the file; what is known already is passed over. */
  add: (offset: number, chunk: Uint8Array) => void;
  /** Reads from the store what lies before `offset` and has not passed by: after a restart, what was sent before it. */
  catchUp: (offset: number, signal: AbortSignal) => Promise<void>;
  /** The hash, in hex, of everything so far. */
  digest: () => string;
}

export function createRelayHash(storage: ObjectStorage, key: string): RelayHash {
  const hash = createHash("sha256");
  let position = 0;

  function add(offset: number, chunk: Uint8Array): void {
    const end = offset + chunk.byteLength;
    if (end <= position) return;
    if (offset > position) throw new RangeError(`Bytes ${position} to ${offset} were not hashed.`);
    hash.update(chunk.subarray(position - offset));
    position = end;
  }

  return {
    add,
    catchUp: async (offset, signal) => {
      if (position >= offset) return;
      let at = position;
      for await (const chunk of await storage.read(key, { start: at, end: offset - 1 })) {
        signal.throwIfAborted();
        add(at, chunk as Uint8Array);
        at += (chunk as Uint8Array).byteLength;
      }
    },
    digest: () => hash.copy().digest("hex"),
  };
}
