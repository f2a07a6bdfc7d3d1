import type { Readable } from "node:stream";

import { type ChunkBody, openChunk } from "./chunk-source.ts";
import { type HttpClient, type PlatformResponse, send } from "./http.ts";
import { platformError } from "./platform-error.ts";

export interface Chunk {
  sessionUri: string;
  /** Offset of the first byte: what the platform last confirmed. */
  start: number;
  /** Offset after the last byte. */
  end: number;
  /** Size of the whole file. */
  bytes: number;
  /** Media type given when the session was opened. */
  type: string;
  /**
   * A stream of exactly the bytes from `start` to `end`, destroyed when the request ends; or the path of the whole
   * file, which is several times cheaper.
   */
  body: ChunkBody;
  /**
   * Receives every byte in order before it is sent, so that a hash can be compared before the last byte leaves. An
   * error thrown here aborts the request. The memory is reused afterwards.
   */
  inspect?: (bytes: Uint8Array) => void;
  /** Called often with the number of bytes of this chunk that have been sent; they are not confirmed yet. */
  onSent?: (bytes: number) => void;
  signal: AbortSignal;
}

interface ChunkTransfer {
  url: URL;
  chunk: Chunk;
  /** PUT if omitted. */
  method?: "PATCH";
  headers?: Record<string, string>;
}

/** Sends the bytes of a chunk, and returns the response whatever its status. */
export async function transferChunk(
  client: HttpClient,
  { url, chunk, method, headers }: ChunkTransfer,
): Promise<PlatformResponse> {
  const { start, end, bytes } = chunk;
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (!whole || start < 0 || end <= start || end > bytes) {
    throw new RangeError(`A chunk from ${start} to ${end} is outside of ${bytes} bytes`);
  }
  const stall = createStallTimer(client, end - start);
  const onSent = (sent: number) => {
    stall.sent(sent);
    chunk.onSent?.(sent);
  };
  const source = openChunk(client, { body: chunk.body, start, end, bytes, inspect: chunk.inspect, onSent });
  try {
    return await send(client, {
      operation: "sendChunk",
      method: method ?? "PUT",
      url,
      headers: { "content-length": String(end - start), "content-type": chunk.type, ...headers },
      body: asBody(source.slices),
      signal: AbortSignal.any([stall.signal, chunk.signal]),
      timeout: 0,
    });
  } catch (error) {
    chunk.signal.throwIfAborted();
    throw source.failure() ?? error;
  } finally {
    stall.stop();
    await source.close();
  }
}

/**
 * undici accepts any async iterable and requests the next slice only after the socket has taken the previous one, which
 * the reuse of buffers relies on. Its types name streams only.
 */
function asBody(slices: AsyncIterable<Uint8Array>): Readable {
  return slices as unknown as Readable;
}

/** Fewest bytes per second, below which even a connection that sends is closed: it would take days, and a slot. */
const minBytesPerSecond = 16 * 1024;

/** Aborts its signal with `stalled` after `stallSeconds` with fewer than `minBytesPerSecond`, or without a response. */
function createStallTimer({ addresses, timeouts }: HttpClient, bytes: number) {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(platformError("stalled", addresses.name)),
    timeouts.stallSeconds * 1000,
  );
  const needed = minBytesPerSecond * timeouts.stallSeconds;
  let counted = 0;
  return {
    signal: controller.signal,
    sent: (sent: number) => {
      if (sent - counted < needed && sent < bytes) return;
      counted = sent;
      timer.refresh();
    },
    stop: () => clearTimeout(timer),
  };
}
