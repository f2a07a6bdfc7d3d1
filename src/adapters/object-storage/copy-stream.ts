import { finished, type Readable, type Writable } from "node:stream";
import { finished as written } from "node:stream/promises";

export interface CopyResult {
  bytes: number;
  ending: "complete" | "broken_off" | "too_large";
  cause?: unknown;
}

/**
 * Writes `source` into `sink` and finishes it. Unlike with `pipeline`, an error of the source does not
 * destroy the sink, so received data is kept. Rejects only if writing fails.
 */
export async function copyStream(
  source: Readable,
  sink: Writable,
  options: { limit?: number | undefined; signal?: AbortSignal | undefined },
): Promise<CopyResult> {
  const { limit = Number.POSITIVE_INFINITY, signal } = options;
  let bytes = 0;
  const { promise: ended, resolve, reject } = Promise.withResolvers<Omit<CopyResult, "bytes">>();

  const take = (chunk: Uint8Array | string) => {
    const piece = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    if (bytes + piece.length > limit) {
      stop();
      resolve({ ending: "too_large" });
      return;
    }
    bytes += piece.length;
    if (!sink.write(piece)) source.pause();
  };
  const resume = () => source.resume();
  const interrupt = () => resolve({ ending: "broken_off", cause: signal?.reason });
  const stop = () => {
    source.off("data", take);
    sink.off("drain", resume);
    source.pause();
  };

  // Not removed: an error after this function has ended must not end the process.
  finished(source, { writable: false }, (cause) =>
    resolve(cause ? { ending: "broken_off", cause } : { ending: "complete" }),
  );
  sink.on("drain", resume);
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
