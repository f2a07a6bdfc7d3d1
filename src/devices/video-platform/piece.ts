import { Readable } from "node:stream";

import type { DeviceFailure } from "#devices/failure.ts";

import { platformFailure } from "./failure-catalogue.ts";
import { exchange, type Line } from "./http.ts";
import { readReceived, type Received, trustedSession } from "./session.ts";

/** Every piece but the last must be a multiple of this (reference, 2.1 step 2). */
export const pieceUnit = 256 * 1024;
/** The usual piece: large enough that the wait for each answer costs little. Go smaller after failures. */
export const pieceBytes = 64 * 1024 * 1024;

export interface Piece {
  sessionUri: string;
  /** First byte of the piece: what the platform last confirmed. */
  start: number;
  /** The byte after the last one of the piece. */
  end: number;
  /** Size of the whole file. */
  bytes: number;
  /** Media type named when the session was started. */
  type: string;
  /** Exactly the bytes from `start` to `end`. It is destroyed when the piece is over, whatever the outcome. */
  body: Readable;
  /** Told, often, how many bytes of this piece have left for the platform; they are not confirmed yet. */
  onSent?: (bytes: number) => void;
  signal: AbortSignal;
}

/** How much is handed on at a time, so that progress and stalls show on slow lines too. */
const sliceBytes = 256 * 1024;

/**
 * Sends one piece. Go on from the `received` of the answer, which may be less than what was sent. There is no limit on
 * the time a piece takes, only on silence: `stalled`. Throws the signal's reason when aborted.
 */
export async function sendPiece(line: Line, access: string, piece: Piece): Promise<Received> {
  const { start, end, bytes, body } = piece;
  checkPiece(piece);
  const url = trustedSession(line, piece.sessionUri);
  const watch = watchSilence(line);
  const source = readSource(line, piece, watch);
  // A source may fail after the platform has answered early; nobody reads it by then.
  body.on("error", () => undefined);
  const sliced = Readable.from(source.slices(), { objectMode: false, highWaterMark: sliceBytes });
  try {
    const answer = await exchange(line, {
      operation: "sendPiece",
      method: "PUT",
      url,
      access,
      headers: {
        "content-length": String(end - start),
        "content-type": piece.type,
        "content-range": `bytes ${start}-${end - 1}/${bytes}`,
      },
      body: sliced,
      signal: AbortSignal.any([watch.signal, piece.signal]),
      timeout: 0,
    });
    return readReceived(line, "sendPiece", answer, bytes);
  } catch (error) {
    piece.signal.throwIfAborted();
    throw source.failure() ?? error;
  } finally {
    watch.stop();
    sliced.destroy();
    body.destroy();
  }
}
function checkPiece({ start, end, bytes }: Piece): void {
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (!whole || start < 0 || end <= start || end > bytes) {
    throw new RangeError(`A piece from ${start} to ${end} is not part of ${bytes} bytes`);
  }
  if (end < bytes && (end - start) % pieceUnit !== 0) {
    throw new RangeError(`A piece that is not the last has to be a multiple of ${pieceUnit} bytes`);
  }
}

interface Watch {
  signal: AbortSignal;
  alive: () => void;
  stop: () => void;
}

/** Aborts its signal with `stalled` when nobody has called `alive` for too long. */
function watchSilence({ addresses, patience }: Line): Watch {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(platformFailure("stalled", addresses.name)),
    patience.stallSeconds * 1000,
  );
  return { signal: controller.signal, alive: () => timer.refresh(), stop: () => clearTimeout(timer) };
}

interface Source {
  slices: () => AsyncGenerator<Uint8Array>;
  /** Why the source itself did not give its bytes, if it did not. */
  failure: () => DeviceFailure | undefined;
}

/** The body in small slices, with progress; fails when it holds other than the promised number of bytes. */
function readSource({ addresses, log }: Line, { start, end, body, onSent }: Piece, watch: Watch): Source {
  let failed: DeviceFailure | undefined;

  function fail(code: "source_changed" | "source_unreadable", cause?: unknown): DeviceFailure {
    log.warn({ operation: "sendPiece", code }, "Video file could not be sent");
    failed = platformFailure(code, addresses.name, { cause });
    return failed;
  }

  async function* chunks(): AsyncGenerator<Uint8Array> {
    const iterator: AsyncIterator<unknown> = body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await iterator.next().catch((error: unknown) => {
          throw fail("source_unreadable", error);
        });
        if (next.done) return;
        if (!(next.value instanceof Uint8Array)) throw new TypeError("The body of a piece has to hold bytes");
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }

  async function* slices(): AsyncGenerator<Uint8Array> {
    let sent = 0;
    for await (const chunk of chunks()) {
      for (let from = 0; from < chunk.byteLength; from += sliceBytes) {
        const slice = chunk.subarray(from, from + sliceBytes);
        if (sent + slice.byteLength > end - start) throw fail("source_changed");
        yield slice;
        sent += slice.byteLength;
        watch.alive();
        onSent?.(sent);
      }
    }
    if (sent !== end - start) throw fail("source_changed");
  }

  return { slices, failure: () => failed };
}
