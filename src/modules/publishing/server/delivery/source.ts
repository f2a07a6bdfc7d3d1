import { setTimeout as sleep } from "node:timers/promises";

import type { PieceBody } from "#adapters/video-platform/piece-source.ts";
import { AppError } from "#core/error.ts";
import { originalOf } from "#modules/media/server/actions.ts";

import { DeliveryError } from "../errors.ts";
import type { PublishingParts } from "../parts.ts";
import type { DeliveryRow } from "../store/deliveries.ts";

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
  throw new DeliveryError({
    kind: "retry",
    code: "hash_missing",
    message: "The video is still being checked on our side. We'll go on as soon as that is done.",
  });
}

/** The bytes from `start` to `end` of the original: its own file where the store has one, else a stream. */
export async function pieceBody(
  { storage }: Pick<PublishingParts, "storage">,
  { key }: Source,
  { start, end }: { start: number; end: number },
): Promise<PieceBody> {
  const file = storage.localPath(key);
  return file === null ? storage.read(key, { start, end: end - 1 }) : { file };
}

async function readOriginal(parts: PublishingParts, videoId: string) {
  try {
    return await parts.run(null, (ctx) => originalOf(ctx, videoId));
  } catch (error) {
    throw error instanceof AppError ? sourceMissing() : error;
  }
}

function sourceMissing(): DeliveryError {
  return new DeliveryError({
    kind: "permanent",
    code: "source_missing",
    message: "The approved video is no longer stored here. Ask the editor to upload it again.",
  });
}

export function sourceChanged(): DeliveryError {
  return new DeliveryError({
    kind: "permanent",
    code: "source_changed",
    message:
      "The stored video is not byte for byte what the editor uploaded, so it was not published. Ask the editor to upload it again.",
  });
}
