import type { DistantFile } from "./facts.ts";
import { refuse } from "./facts.ts";
import type { Commission, FromProbe, WantedBytes } from "./probe-messages.ts";
import { readFacts } from "./read-facts.ts";

const waiting = new Map<number, (bytes: Uint8Array) => void>();
let asked = 0;

/** Has the server read, which alone can reach the file. */
function readThrough(job: number): DistantFile["read"] {
  return async (start, end) => {
    const id = asked++;
    const { promise, resolve } = Promise.withResolvers<Uint8Array>();
    waiting.set(id, resolve);
    say({ job, wanted: { id, start, end } });
    return promise;
  };
}

function say(message: FromProbe): void {
  process.send?.(message);
}

async function lookAt({ job, file }: Commission): Promise<void> {
  const place = typeof file === "string" ? file : { bytes: file.bytes, read: readThrough(job) };
  // A parser that stumbles over a file has found damage in it.
  say({ job, found: await readFacts(place).catch(() => refuse("not_a_video")) });
}

process.on("message", (message: Commission | WantedBytes) => {
  if ("job" in message) return void lookAt(message);
  waiting.get(message.id)?.(message.bytes);
  waiting.delete(message.id);
});
process.on("disconnect", () => process.exit());
// What one file has left unfinished must not fail the next.
process.on("unhandledRejection", () => {});
