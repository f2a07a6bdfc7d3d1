import { Readable } from "node:stream";

/** The first bytes of a stream, and a stream that still begins with them. */
export interface Peeked {
  head: Buffer;
  stream: Readable;
}

/** Reads until `bytes` have come or the source ends. Rejects as the source does. */
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
  const over = () => resolve("over");
  const broken = () => reject(new Error("The file stopped before its end."));
  source.on("readable", take).once("end", over).once("error", reject).once("close", broken);
  try {
    const state = await promise;
    const head = Buffer.concat(pieces);
    // A small file is read to its end by the first look; nothing can be put back into it then.
    if (state === "over" || source.readableEnded)
      return { head, stream: Readable.from(head.length > 0 ? [head] : []) };
    source.unshift(head);
    return { head, stream: source };
  } finally {
    source.off("readable", take).off("end", over).off("error", reject).off("close", broken);
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
