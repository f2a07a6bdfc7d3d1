import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

import { Failure } from "#foundation/failure.ts";
import { originalOf } from "#product/media/server/actions.ts";

import { DeliveryFailure, readFailure } from "../failure.ts";
import type { PublishingParts } from "../parts.ts";
import type { DeliveryRow } from "../store/deliveries.ts";
import type { RelayHash } from "./relay-hash.ts";

/** The stored original that is being relayed. */
export interface Source {
  videoId: string;
  key: string;
  bytes: number;
  type: string;
}

/** Finds the original and makes sure that it is whole. */
export async function openSource(parts: PublishingParts, row: DeliveryRow): Promise<Source> {
  const { videoId } = row;
  const original = await readOriginal(parts, videoId);
  const stored = await parts.storage.stat(original.key);
  if (!stored) throw sourceMissing();
  if (stored.bytes !== row.bytes || original.bytes !== row.bytes) throw sourceChanged();
  const type = original.type.startsWith("video/") ? original.type : "application/octet-stream";
  return { videoId, key: original.key, bytes: row.bytes, type };
}

const hashPatience = 300;

/** The hash that was recorded when the editor's bytes came in; waits while it is still being computed. */
export async function recordedHash(
  parts: PublishingParts,
  videoId: string,
  stop: AbortSignal,
): Promise<string> {
  for (let glances = 0; glances < hashPatience; glances += 1) {
    const { sha256 } = await readOriginal(parts, videoId);
    if (sha256 !== null) return sha256;
    await sleep(parts.patience?.second ?? 1000, undefined, { signal: stop });
  }
  throw new DeliveryFailure({
    kind: "retry",
    code: "hash_missing",
    message: "The video is still being checked on our side. We'll go on as soon as that is done.",
  });
}

export interface PieceBody {
  body: Readable;
  /** Why the body broke off by itself, if it did. */
  failure: () => Error | null;
}

/**
 * The bytes from `start` to `end` as they are hashed on their way. With `expected`, the last chunk is kept back until
 * the whole file's hash has been compared: a file that has changed never becomes complete at the platform.
 */
export function pieceBody(
  parts: Pick<PublishingParts, "storage">,
  piece: { source: Source; start: number; end: number; hash: RelayHash; expected: string | null },
): PieceBody {
  const { source, start, end, hash, expected } = piece;
  let failed: Error | null = null;

  async function* bytes(): AsyncGenerator<Uint8Array> {
    let at = start;
    let held: Uint8Array | null = null;
    for await (const chunk of await parts.storage.read(source.key, { start, end: end - 1 })) {
      if (held) yield held;
      held = chunk as Uint8Array;
      hash.add(at, held);
      at += held.byteLength;
    }
    if (expected !== null && hash.digest() !== expected) throw sourceChanged();
    if (held) yield held;
  }

  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes();
    } catch (error) {
      failed = readFailure(error)?.code === "missing" ? sourceMissing() : (error as Error);
      throw failed;
    }
  }

  return { body: Readable.from(watched(), { objectMode: false }), failure: () => failed };
}

async function readOriginal(parts: PublishingParts, videoId: string) {
  try {
    return await parts.run(null, (ctx) => originalOf(ctx, videoId));
  } catch (error) {
    throw error instanceof Failure ? sourceMissing() : error;
  }
}

function sourceMissing(): DeliveryFailure {
  return new DeliveryFailure({
    kind: "permanent",
    code: "source_missing",
    message: "The approved video is no longer stored here. Ask the editor to upload it again.",
  });
}

function sourceChanged(): DeliveryFailure {
  return new DeliveryFailure({
    kind: "permanent",
    code: "source_changed",
    message:
      "The stored video is not byte for byte what the editor uploaded, so it was not published. Ask the editor to upload it again.",
  });
}
