import { finished, type Readable, type Writable } from "node:stream";
import { finished as written } from "node:stream/promises";

import { createMinorGc } from "#core/server/minor-gc.ts";

export interface Poured {
  /** Bytes that were written. */
  bytes: number;
  ending: "complete" | "broken_off" | "too_large";
  cause?: unknown;
}

/**
 * Writes `source` into `sink` and finishes it. Unlike `pipeline`, a source that fails does not take down the sink, so
 * everything that arrived is kept. Rejects only when the sink can't be written.
 */
export async function pour(
  source: Readable,
  sink: Writable,
  options: { limit?: number | undefined; signal?: AbortSignal | undefined },
): Promise<Poured> {
  const { limit = Number.POSITIVE_INFINITY, signal } = options;
  const collect = createMinorGc();
  let bytes = 0;
  const { promise: ended, resolve, reject } = Promise.withResolvers<Omit<Poured, "bytes">>();

  const take = (chunk: Uint8Array | string) => {
    const piece = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    if (bytes + piece.length > limit) {
      stop();
      resolve({ ending: "too_large" });
      return;
    }
    bytes += piece.length;
    if (!sink.write(piece)) source.pause();
    collect(piece.length);
  };
  const goOn = () => source.resume();
  const interrupt = () => resolve({ ending: "broken_off", cause: signal?.reason });
  const stop = () => {
    source.off("data", take);
    sink.off("drain", goOn);
    source.pause();
  };

  // Left on the source for good: an error that comes after we stopped listening must not end the process.
  finished(source, { writable: false }, (cause) =>
    resolve(cause ? { ending: "broken_off", cause } : { ending: "complete" }),
  );
  sink.on("drain", goOn);
  sink.on("error", reject);
  signal?.addEventListener("abort", interrupt);
  if (signal?.aborted) interrupt();
  else source.on("data", take);

  try {
    const { ending, cause } = await ended;
    stop();
    sink.end();
    await written(sink);
    return { bytes, ending, cause };
  } finally {
    stop();
    signal?.removeEventListener("abort", interrupt);
  }
}
