import { type MessagePort, parentPort, workerData } from "node:worker_threads";

import type { FromProbe, ToProbe } from "./probe-messages.ts";
import { readFacts } from "./read-facts.ts";

/** Has the parent read, which alone can reach the file. */
function readThrough(port: MessagePort): (start: number, end: number) => Promise<Uint8Array> {
  const waiting = new Map<number, (bytes: Uint8Array) => void>();
  let asked = 0;
  port.on("message", ({ id, bytes }: ToProbe) => {
    waiting.get(id)?.(bytes);
    waiting.delete(id);
  });
  return async (start, end) => {
    const id = asked++;
    const { promise, resolve } = Promise.withResolvers<Uint8Array>();
    waiting.set(id, resolve);
    say(port, { wanted: { id, start, end } });
    return promise;
  };
}

function say(port: MessagePort, message: FromProbe): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
  port.postMessage(message);
}

if (parentPort) {
  const file: string | { bytes: number } = workerData;
  const found = await readFacts(
    typeof file === "string" ? file : { bytes: file.bytes, read: readThrough(parentPort) },
  );
  say(parentPort, { found });
}
