import { finished, Readable } from "node:stream";

/** The first bytes of a stream, and a stream of the whole content. */
export interface StreamStart {
  head: Buffer;
  stream: Readable;
}

/** Reads the first `bytes`, or less if the source ends before. Rejects when the source fails or has failed. */
export async function readStart(source: Readable, bytes: number): Promise<StreamStart> {
  const pieces: Buffer[] = [];
  let length = 0;
  const { promise, resolve, reject } = Promise.withResolvers<"more" | "ended">();
  const take = () => {
    for (let piece: Buffer | null; length < bytes && (piece = source.read()) !== null;) {
      pieces.push(piece);
      length += piece.length;
    }
    if (length >= bytes) resolve("more");
  };
  source.on("readable", take);
  // Also settles for a source that has already ended or failed, whose events were emitted before.
  const unsubscribe = finished(source, { writable: false }, (error) =>
    error ? reject(error) : resolve("ended"),
  );
  try {
    const state = await promise;
    const head = Buffer.concat(pieces);
    // A short source is read to its end, after which `unshift` is not allowed.
    if (state === "ended" || source.readableEnded)
      return { head, stream: Readable.from(head.length > 0 ? [head] : []) };
    source.unshift(head);
    return { head, stream: source };
  } finally {
    unsubscribe();
    source.off("readable", take);
  }
}

/** The whole content of a stream; null as soon as it has `limit` bytes or more. */
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
