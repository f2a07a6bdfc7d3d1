import { Readable } from "node:stream";

const mebibyte = 1024 * 1024;
/** A file's reservation is renewed after so many bytes. */
const renewEvery = 16 * mebibyte;
/** Bytes that are reserved ahead for a file of unknown size. More than `renewEvery`, so that a file never exceeds them. */
const reservedAhead = 32 * mebibyte;

/** Bytes to reserve for a file before its first byte. */
export function firstReservation(announced: number | null): number {
  return announced ?? reservedAhead;
}

/**
 * The content of `source`. Calls `renew` with the received and the missing bytes while it is read, and waits for it; the
 * content fails with its error. `announced` is the size of the rest of the form, or null if the client has sent none.
 */
export function reserveAhead(
  source: Readable,
  announced: number | null,
  renew: (received: number, missing: number) => Promise<void>,
): Readable {
  return Readable.from(renewing(source, announced, renew), { objectMode: false });
}

async function* renewing(
  source: Readable,
  announced: number | null,
  renew: (received: number, missing: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  let [received, renewedAt] = [0, 0];
  for await (const chunk of source) {
    const piece: unknown = chunk;
    if (!(piece instanceof Buffer)) continue;
    received += piece.length;
    if (received - renewedAt >= renewEvery) {
      await renew(received, announced === null ? reservedAhead : Math.max(0, announced - received));
      renewedAt = received;
    }
    yield piece;
  }
}
