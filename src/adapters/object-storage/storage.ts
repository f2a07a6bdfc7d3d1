import type { Readable } from "node:stream";

import { AdapterError, type AdapterErrorKind } from "#core/adapter-error.ts";

/** Buffers of reads and writes, in bytes: at Node's 64 KiB the same work costs three times the CPU. */
export const transferBytes = 1024 * 1024;

export interface StoredObject {
  key: string;
  bytes: number;
  modified: Date;
}

/** Since when nobody has touched what a sweep removes. */
export interface SweptBefore {
  /** Of `put`, which nobody can take up again. */
  puts: Date;
  /** Of resumable writing, which goes on for as long as it is kept. */
  resumable: Date;
}

interface AppendOptions {
  /** Stops taking from the source; what has arrived is kept. */
  signal?: AbortSignal;
  /** The whole object's announced size in bytes: anything beyond it is refused (`too-large`). */
  totalBytes?: number;
}

interface Appended {
  /** Bytes durably stored for this key now. */
  received: number;
  /** False when the source broke off or the signal stopped it. */
  complete: boolean;
}

/**
 * Where bytes live. Keys are lower-case path-like names (`videos/12/original.mp4`, see `checkKey`); a key is never also
 * the folder of another. A source is consumed only until the call settles; on failure the caller disposes of it.
 * Every failure is a `StorageError`.
 */
export interface ObjectStorage {
  /** Writes a whole object: it is there completely and durably, or not at all. Replaces an older one. */
  put(
    key: string,
    source: Readable | Uint8Array,
    options?: { maxBytes?: number; signal?: AbortSignal },
  ): Promise<{ bytes: number }>;
  /** Opens an object for reading; `end` is inclusive. Rejects with `missing` before any byte is read. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** `etag` changes whenever the content does; it carries no quotes. */
  stat(key: string): Promise<{ bytes: number; etag: string } | null>;
  /** Removes an object; nothing happens when it is missing. */
  remove(key: string): Promise<void>;
  /** Removes every object and every unfinished writing below `folder/`. */
  removeAll(folder: string): Promise<void>;
  /** Objects below `folder/` (all when empty), in the order of their keys. */
  list(folder: string): AsyncIterable<StoredObject>;
  /** Removes what crashed or given-up writings left behind and nobody has touched for long (see `SweptBefore`). */
  sweep(before: SweptBefore): Promise<void>;
  resumable: ResumableWriting;
  /** Lends a local file with the object's content to programs that need a path; not to be changed or kept. */
  asFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** The object's own file where there is one (disk), for serving ranges; `null` where bytes live elsewhere. */
  localPath(key: string): string | null;
  /** Bytes that can still be stored; `null` when the store does not say. */
  freeBytes(): Promise<number | null>;
  /** Whether the store takes writes right now. */
  ready(): Promise<boolean>;
}

/** An object written in order, in pieces, over days and restarts. It is no object before `finish`. */
export interface ResumableWriting {
  /** Makes `key` ready for its first byte; what it has already received stays. */
  begin(key: string): Promise<void>;
  /** Bytes stored so far, counted in the store itself, so that it is right after a crash. */
  received(key: string): Promise<number>;
  /**
   * Appends a piece at `offset`, which must be what `received` says (`offset` otherwise), and makes it durable. A
   * source that breaks off is no failure: what arrived is kept and `complete` is false. One writer per key in a
   * process (`busy`); between processes the caller holds a lock.
   */
  append(key: string, offset: number, source: Readable, options?: AppendOptions): Promise<Appended>;
  /** Turns the pieces into the object `key`, atomically. Succeeds again when it has already happened. */
  finish(key: string): Promise<void>;
  /** Forgets the pieces; nothing happens when there are none. */
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

/** A failure of the store; `received` accompanies `offset` and is where the next piece must start. */
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

/** Returns `key` when it may name an object, else throws `bad_key`. Rules out `..`, absolute and hidden names. */
export function checkKey(key: string): string {
  if (!keyShape.test(key) || key.includes("..") || key.length > 900 || /[^/]{201}/.test(key)) {
    throw new StorageError("bad_key", `“${key.slice(0, 100)}” can't name a stored object.`);
  }
  return key;
}

export function missing(key: string, cause?: unknown): StorageError {
  return new StorageError("missing", `There is no stored object ${key}.`, { cause });
}

export function brokenOff(key: string, cause?: unknown): StorageError {
  const message = `The content of ${key} stopped before its end; nothing was stored.`;
  return new StorageError("broken_off", message, { cause });
}

/** Refuses a piece that doesn't start where the last one ended. */
export function checkOffset(offset: number, received: number): void {
  if (offset === received) return;
  const message = `This piece starts at byte ${offset}, but ${received} bytes have been received.`;
  throw new StorageError("offset", message, { received });
}

export function tooLarge(limit: number): StorageError {
  return new StorageError(
    "too_large",
    `More than the allowed ${limit} bytes arrived; nothing beyond them was kept.`,
  );
}
