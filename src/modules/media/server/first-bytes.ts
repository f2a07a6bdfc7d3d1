import { finished, Readable } from "node:stream";

/** The first bytes of a stream, and a stream that still begins with them. */
export interface Peeked {
  head: Buffer;
  stream: Readable;
}

/** Reads until `bytes` have come or the source ends. Rejects where the source breaks off, or has before. */
export async function peek(source: Readable, bytes: number): Promise<Peeked> {
  const pieces: Buffer[] = [];
  let length = 0;
  const { promise, resolve, reject } = Promise.withResolvers<"more" | "over">();
  const take = () => {
    for (let piece: Buffer | null; length < bytes && (piece = source.read()) !== null;) {
      pieces.push(piece);
      length += piece.length;
    }
    if (length >= bytes) resolve("more");
  };
  source.on("readable", take);
  // Also of a source that is over by now, or broken: its events have been.
  const leave = finished(source, { writable: false }, (error) => (error ? reject(error) : resolve("over")));
  try {
    const state = await promise;
    const head = Buffer.concat(pieces);
    // A small file is read to its end by the first look; nothing can be put back into it then.
    if (state === "over" || source.readableEnded)
      return { head, stream: Readable.from(head.length > 0 ? [head] : []) };
    source.unshift(head);
    return { head, stream: source };
  } finally {
    leave();
    source.off("readable", take);
  }
}

/** The whole of a stream, or null as soon as it has `limit` bytes or more; the rest is let go. */
export async function readBelow(source: Readable, limit: number): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of source) {
    const bytes: unknown = piece;
    if (!(bytes instanceof Buffer)) continue;
    pieces.push(bytes);
    length += bytes.length;
    if (length >= limit) return null;
  }
  return Buffer.concat(pieces);
}
