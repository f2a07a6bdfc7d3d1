import { createWriteStream, truncateSync } from "node:fs";
import type { IncomingMessage } from "node:http";

import { fileSize } from "../storage/files.ts";
import { createMinorGc } from "./collect.ts";

const bufferBytes = 1_048_576;

interface Reception {
  file: string;
  /** Offset of the first byte; the file is truncated there. */
  first: number;
  /** Maximum number of bytes to store; further bytes are read and discarded. */
  keep: number;
  /** Stop after this many bytes, as after a dropped connection. */
  cutAfter?: number | undefined;
  bytesPerSecond?: number | undefined;
  /** Read nothing for this many seconds after the first bytes. */
  stallSeconds?: number | undefined;
  onPause?: () => void;
  /** Aborts: another request continues this upload. */
  signal?: AbortSignal;
}

export interface Received {
  /** Received bytes of the body. */
  bytes: number;
  /** Whether the whole body was received. */
  complete: boolean;
}

/** Writes a request's body to a file with backpressure and in constant memory. */
export function receiveBody(request: IncomingMessage, reception: Reception): Promise<Received> {
  const { file, first, keep, cutAfter = Infinity, bytesPerSecond, stallSeconds, onPause, signal } = reception;
  if (fileSize(file) > first) truncateSync(file, first);
  const out = createWriteStream(file, { flags: "r+", start: first, highWaterMark: bufferBytes });
  const collect = createMinorGc();
  const started = performance.now();
  let bytes = 0;
  let storedBytes = 0;
  let over = false;
  let stalls = stallSeconds !== undefined;

  return new Promise((resolve, reject) => {
    function finish(complete: boolean): void {
      if (over) return;
      over = true;
      request.off("data", take);
      out.end(() => resolve({ bytes, complete }));
    }

    function slowDown(rate: number): void {
      const ahead = (bytes / rate) * 1000 - (performance.now() - started);
      if (ahead <= 0) return;
      onPause?.();
      request.pause();
      setTimeout(() => request.resume(), ahead);
    }

    function stall(): void {
      stalls = false;
      onPause?.();
      request.pause();
      setTimeout(() => request.resume(), (stallSeconds ?? 0) * 1000).unref();
    }

    function take(chunk: Buffer): void {
      const usable = bytes + chunk.length > cutAfter ? chunk.subarray(0, cutAfter - bytes) : chunk;
      bytes += usable.length;
      collect(chunk.length);
      const part = storedBytes + usable.length > keep ? usable.subarray(0, keep - storedBytes) : usable;
      storedBytes += part.length;
      if (part.length > 0 && !out.write(part)) {
        request.pause();
        out.once("drain", () => request.resume());
      }
      if (bytes >= cutAfter) finish(false);
      else if (stalls) stall();
      else if (bytesPerSecond !== undefined) slowDown(bytesPerSecond);
    }

    out.once("error", (error) => {
      over = true;
      request.off("data", take);
      reject(error);
    });
    request.on("data", take);
    request.once("end", () => finish(true));
    request.once("close", () => finish(false));
    request.once("error", () => finish(false));
    signal?.addEventListener("abort", () => finish(false), { once: true });
    if (signal?.aborted) finish(false);
  });
}
