import type { Readable } from "node:stream";

import { AdapterError, type AdapterErrorKind } from "#core/adapter-error.ts";

/** Buffer size of reads and writes in bytes. Node's 64 KiB take three times the CPU time. */
export const transferBytes = 1024 * 1024;

export interface StoredObject {
  key: string;
  bytes: number;
  modified: Date;
}

/** Unfinished uploads untouched since these times are removed. */
export interface StaleBefore {
  /** For `put`, which can't be resumed. */
  puts: Date;
  /** For resumable uploads. */
  resumable: Date;
}

interface AppendOptions {
  /** Stops reading the source. Received data is kept. */
  signal?: AbortSignal;
  /** Declared size of the whole object in bytes. More is rejected (`too_large`). */
  totalBytes?: number;
}

interface Appended {
  /** Bytes durably stored for this key. */
  received: number;
  /** False if the source failed or the signal stopped it. */
  complete: boolean;
}

/**
 * An object store. Keys are lower-case, path-like names (`videos/12/original.mp4`, see `checkKey`); a key is
 * never also the folder of another. Sources are read only until the call settles; after a failure the caller
 * destroys them. Every error is a `StorageError`.
 */
export interface ObjectStorage {
  /** Writes or replaces a whole object, atomically and durably. */
  put(
    key: string,
    source: Readable | Uint8Array,
    options?: { maxBytes?: number; signal?: AbortSignal },
  ): Promise<{ bytes: number }>;
  /** Opens an object for reading; `end` is inclusive. Rejects with `missing`. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Null if missing. `etag` changes with the content and contains no quotes. */
  stat(key: string): Promise<{ bytes: number; etag: string } | null>;
  /** Removes an object if it exists. */
  remove(key: string): Promise<void>;
  /** Removes all objects and unfinished uploads below `folder/`. */
  removeAll(folder: string): Promise<void>;
  /** Objects below `folder/` (all if empty), ordered by key. */
  list(folder: string): AsyncIterable<StoredObject>;
  /** Removes stale unfinished uploads (see `StaleBefore`). */
  sweep(before: StaleBefore): Promise<void>;
  resumable: ResumableUploads;
  /**
   * Calls `use` with the path of a local file with the object's content, valid until `use` settles. Read
   * only.
   */
  asFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Path of the object's file on this disk, for serving ranges; `null` for remote stores. */
  localPath(key: string): string | null;
  /** Free space in bytes; `null` if unknown. */
  freeBytes(): Promise<number | null>;
  /** Writes something small. Rejects with the reason if the store can't be reached or written. */
  check(): Promise<void>;
}

/** Uploads in pieces, which can span days and restarts. The object exists after `finish`. */
export interface ResumableUploads {
  /** Prepares `key` for its first byte. Data already received stays. */
  begin(key: string): Promise<void>;
  /** Bytes stored so far, as counted by the store, so correct after a crash. */
  received(key: string): Promise<number>;
  /**
   * Appends a piece durably at `offset`, which must equal `received` (error `offset`). If the source fails,
   * the received data is kept and `complete` is false. One writer per key and process (error `busy`); across
   * processes the caller must lock.
   */
  append(key: string, offset: number, source: Readable, options?: AppendOptions): Promise<Appended>;
  /** Creates the object `key` from the pieces, atomically. Idempotent. */
  finish(key: string): Promise<void>;
  /** Deletes the pieces, if any. */
  abort(key: string): Promise<void>;
}

const kinds = {
  missing: "permanent",
  offset: "permanent",
  too_large: "permanent",
  bad_key: "permanent",
  busy: "retry",
  broken_off: "retry",
  no_space: "needs-user",
  no_access: "needs-user",
  unavailable: "retry",
} as const satisfies Record<string, AdapterErrorKind>;

export type StorageErrorCode = keyof typeof kinds;

/** An error of the store. With the code `offset`, `received` is the expected offset. */
export class StorageError extends AdapterError {
  override readonly code: StorageErrorCode;
  readonly received: number | undefined;

  constructor(code: StorageErrorCode, message: string, more: { cause?: unknown; received?: number } = {}) {
    super({ kind: kinds[code], code, message, cause: more.cause });
    this.code = code;
    this.received = more.received;
  }
}

const keyShape = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;

/** Returns `key` if it is valid, otherwise throws `bad_key`. Excludes `..`, absolute and hidden names. */
export function checkKey(key: string): string {
  if (!keyShape.test(key) || key.includes("..") || key.length > 900 || /[^/]{201}/.test(key)) {
    throw new StorageError("bad_key", `“${key.slice(0, 100)}” is not a valid object key.`);
  }
  return key;
}

export function missing(key: string, cause?: unknown): StorageError {
  return new StorageError("missing", `The object ${key} does not exist.`, { cause });
}

export function brokenOff(key: string, cause?: unknown): StorageError {
  const message = `The content of ${key} ended early. Nothing was stored.`;
  return new StorageError("broken_off", message, { cause });
}

/** Throws `offset` if a piece doesn't start where the last one ended. */
export function checkOffset(offset: number, received: number): void {
  if (offset === received) return;
  const message = `This piece starts at byte ${offset}, but ${received} bytes were received. Continue from there.`;
  throw new StorageError("offset", message, { received });
}

export function tooLarge(limit: number): StorageError {
  return new StorageError("too_large", `The content exceeds the limit of ${limit} bytes.`);
}
