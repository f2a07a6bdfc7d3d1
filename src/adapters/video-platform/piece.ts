import type { Readable } from "node:stream";

import { platformError } from "./failure-catalogue.ts";
import { exchange, type Line } from "./http.ts";
import { openSource, type PieceBody } from "./piece-source.ts";
import { readReceived, type Received, trustedSession } from "./session.ts";

/** Every piece but the last must be a multiple of this (reference, 2.1 step 2). */
export const pieceUnit = 256 * 1024;
/** The usual piece, with which an upload begins and ends. Go smaller after failures. */
export const pieceBytes = 64 * 1024 * 1024;
/** The largest piece, for fast lines, on which the wait for each answer is what costs. */
export const largestPieceBytes = 1024 * 1024 * 1024;

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
  /**
   * Exactly the bytes from `start` to `end`, destroyed when the piece is over whatever the outcome; or the path of the
   * whole file, which is several times cheaper.
   */
  body: PieceBody;
  /**
   * Sees every byte in order right before it leaves, so that a hash can be compared before the last one does: what it
   * throws ends the piece with that error. The memory is used again afterwards.
   */
  inspect?: (bytes: Uint8Array) => void;
  /** Told, often, how many bytes of this piece have left for the platform; they are not confirmed yet. */
  onSent?: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * Sends one piece. Go on from the `received` of the answer, which may be less than what was sent. There is no limit on
 * the time a piece takes, only on silence: `stalled`. Throws the signal's reason when aborted.
 */
export async function sendPiece(line: Line, access: string, piece: Piece): Promise<Received> {
  const { start, end, bytes } = piece;
  checkPiece(piece);
  const url = trustedSession(line, piece.sessionUri);
  const watch = watchSilence(line);
  const onSent = (sent: number) => {
    watch.alive();
    piece.onSent?.(sent);
  };
  const source = openSource(line, { body: piece.body, start, end, bytes, inspect: piece.inspect, onSent });
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
      body: asBody(source.slices),
      signal: AbortSignal.any([watch.signal, piece.signal]),
      timeout: 0,
    });
    return readReceived(line, "sendPiece", answer, bytes);
  } catch (error) {
    piece.signal.throwIfAborted();
    throw source.failure() ?? error;
  } finally {
    watch.stop();
    await source.close();
  }
}

/**
 * undici sends any async iterable and asks for the next part only when the socket has taken the one before, which the
 * reuse of buffers rests on. Its types name streams only.
 */
function asBody(slices: AsyncIterable<Uint8Array>): Readable {
  return slices as unknown as Readable;
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
    () => controller.abort(platformError("stalled", addresses.name)),
    patience.stallSeconds * 1000,
  );
  return { signal: controller.signal, alive: () => timer.refresh(), stop: () => clearTimeout(timer) };
}
