import { createHash } from "node:crypto";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { ChunkBody } from "#adapters/video-platform/chunk-source.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { AppError } from "#core/error.ts";
import { knownVideoType, unknownType } from "#core/video-types.ts";
import { videoOriginal } from "#modules/media/server/public/media.ts";
import type { DeliveryRow } from "#modules/publishing/server/deliveries/queries.ts";
import type { PublishingDependencies } from "#modules/publishing/server/dependencies.ts";

/** The stored original that is being uploaded. */
export interface Source {
  videoId: string;
  key: string;
  bytes: number;
  type: string;
}

/** The original of the delivery's video. Throws `source_missing`, or `source_changed` if its size has changed. */
export async function openSource(dependencies: PublishingDependencies, row: DeliveryRow): Promise<Source> {
  const { videoId } = row;
  const original = await readOriginal(dependencies, videoId);
  const stored = await dependencies.storage.stat(original.key);
  if (!stored) throw sourceMissing();
  if (stored.bytes !== row.bytes || original.bytes !== row.bytes) throw sourceChanged();
  const type = knownVideoType(original.type) ?? unknownType;
  return { videoId, key: original.key, bytes: row.bytes, type };
}

/** The code while the hash of an original is being computed. */
export const hashMissing = "hash_missing";

/** The hash that was stored when the editor uploaded the file. Throws `hash_missing` while it is being computed. */
export async function storedHash(dependencies: PublishingDependencies, videoId: string): Promise<string> {
  const { sha256 } = await readOriginal(dependencies, videoId);
  if (sha256 !== null) return sha256;
  const message = "The hash of the original is not yet computed.";
  throw new AdapterError({ kind: "retry", code: hashMissing, message });
}

/** The bytes from `start` to `end` of the original: its local file if the storage has one, else a stream. */
export async function chunkBody(
  { storage }: Pick<PublishingDependencies, "storage">,
  { key }: Source,
  { start, end }: { start: number; end: number },
): Promise<ChunkBody> {
  const file = storage.localPath(key);
  return file === null ? storage.read(key, { start, end: end - 1 }) : { file };
}

/** The SHA-256 of a stored file, computed from the bytes that are sent to the platform. */
export interface SourceHash {
  /** Adds bytes that start at `offset` of the file; bytes that were added before are skipped. */
  add: (offset: number, bytes: Uint8Array) => void;
  /** Reads the bytes before `offset` that were not added from storage, as after a restart. */
  catchUp: (offset: number, signal: AbortSignal) => Promise<void>;
  /** The hash, in hex, of all bytes so far. */
  digest: () => string;
}

export function createSourceHash(storage: ObjectStorage, key: string): SourceHash {
  const hash = createHash("sha256");
  let position = 0;

  function add(offset: number, bytes: Uint8Array): void {
    const end = offset + bytes.byteLength;
    if (end <= position) return;
    if (offset > position) throw new RangeError(`Bytes ${position} to ${offset} were not hashed.`);
    hash.update(bytes.subarray(position - offset));
    position = end;
  }

  return {
    add,
    catchUp: async (offset, signal) => {
      if (position >= offset) return;
      let at = position;
      for await (const bytes of await storage.read(key, { start: at, end: offset - 1 })) {
        signal.throwIfAborted();
        add(at, bytes as Uint8Array);
        at += (bytes as Uint8Array).byteLength;
      }
    },
    digest: () => hash.copy().digest("hex"),
  };
}

async function readOriginal({ read }: PublishingDependencies, videoId: string) {
  try {
    return await read(null, (ctx) => videoOriginal(ctx, videoId));
  } catch (error) {
    throw error instanceof AppError ? sourceMissing() : error;
  }
}

function sourceMissing(): AdapterError {
  const message = "The original is not in storage.";
  return new AdapterError({ kind: "permanent", code: "source_missing", message });
}

export function sourceChanged(): AdapterError {
  const message = "The stored original differs from the uploaded file.";
  return new AdapterError({ kind: "permanent", code: "source_changed", message });
}
