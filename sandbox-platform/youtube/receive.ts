import { createWriteStream, truncateSync } from "node:fs";
import type { IncomingMessage } from "node:http";

import { sizeOf } from "../storage/files.ts";
import { createMinorGc } from "./collect.ts";

const bufferBytes = 1_048_576;

interface Reception {
  file: string;
  /** Where the first byte goes; what the file has beyond is dropped. */
  first: number;
  /** Bytes to keep at most; more are read and thrown away. */
  keep: number;
  /** Stop after this many bytes, as if the line had been cut. */
  cutAfter?: number | undefined;
  bytesPerSecond?: number | undefined;
  /** Gives up the reception: somebody else continues this upload. */
  signal: AbortSignal;
}

export interface Received {
  /** Bytes of the body that arrived. */
  bytes: number;
  /** Whether the body arrived to its end. */
  complete: boolean;
}

/** Writes a request's body into a file, at the pace of the disk and in constant memory. */
export function receiveBody(request: IncomingMessage, reception: Reception): Promise<Received> {
  const { file, first, keep, cutAfter = Infinity, bytesPerSecond, signal } = reception;
  if (sizeOf(file) > first) truncateSync(file, first);
  const out = createWriteStream(file, { flags: "r+", start: first, highWaterMark: bufferBytes });
  const collect = createMinorGc();
  const started = performance.now();
  let bytes = 0;
  let kept = 0;
  let over = false;

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
      request.pause();
      setTimeout(() => request.resume(), ahead);
    }

    function take(chunk: Buffer): void {
      const usable = bytes + chunk.length > cutAfter ? chunk.subarray(0, cutAfter - bytes) : chunk;
      bytes += usable.length;
      collect(chunk.length);
      const part = kept + usable.length > keep ? usable.subarray(0, keep - kept) : usable;
      kept += part.length;
      if (part.length > 0 && !out.write(part)) {
        request.pause();
        out.once("drain", () => request.resume());
      }
      if (bytes >= cutAfter) finish(false);
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
    signal.addEventListener("abort", () => finish(false), { once: true });
    if (signal.aborted) finish(false);
  });
}
