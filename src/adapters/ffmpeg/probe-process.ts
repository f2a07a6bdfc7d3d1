import type { RemoteFile } from "./facts.ts";
import { refuse } from "./facts.ts";
import type { ProbeRequest, ProbeMessage, RequestedBytes } from "./probe-messages.ts";
import { readFacts } from "./read-facts.ts";

const waiting = new Map<number, (bytes: Uint8Array) => void>();
let nextId = 0;

/** Reads through the server process, which alone can access the file. */
function readThrough(job: number): RemoteFile["read"] {
  return async (start, end) => {
    const id = nextId++;
    const { promise, resolve } = Promise.withResolvers<Uint8Array>();
    waiting.set(id, resolve);
    send({ job, requested: { id, start, end } });
    return promise;
  };
}

function send(message: ProbeMessage): void {
  process.send?.(message);
}

async function probeFile({ job, file, extent }: ProbeRequest): Promise<void> {
  const place = typeof file === "string" ? file : { bytes: file.bytes, read: readThrough(job) };
  // A parser error means that the file is damaged.
  send({ job, found: await readFacts(place, extent).catch(() => refuse("not_a_video")) });
}

process.on("message", (message: ProbeRequest | RequestedBytes) => {
  if ("job" in message) return void probeFile(message);
  waiting.get(message.id)?.(message.bytes);
  waiting.delete(message.id);
});
process.on("disconnect", () => process.exit());
// Pending promises of one file must not affect the next.
process.on("unhandledRejection", () => {});
