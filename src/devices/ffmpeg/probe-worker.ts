import { type MessagePort, parentPort } from "node:worker_threads";

import { refuse } from "./facts.ts";
import type { Commission, FromProbe, ToProbe } from "./probe-messages.ts";
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

// What one file has left unfinished must not fail the next.
process.on("unhandledRejection", () => {});

parentPort?.on("message", async ({ file, port }: Commission) => {
  const place = typeof file === "string" ? file : { bytes: file.bytes, read: readThrough(port) };
  // A parser that stumbles over a file has found damage in it.
  say(port, { found: await readFacts(place).catch(() => refuse("not_a_video")) });
});
