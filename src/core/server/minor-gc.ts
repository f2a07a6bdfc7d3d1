import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const interval = 16 * 1024 * 1024;

setFlagsFromString("--expose-gc");
const gc: unknown = runInNewContext("gc");

/**
 * Runs a minor garbage collection every 16 MB of a long stream. Node allocates each read outside the heap, where V8
 * sees only a small handle; without this, more than 100 MB accumulate before V8 answers with a full mark. A minor
 * collection takes less than a millisecond.
 *
 * @returns a function to call with the length of each buffer, in bytes
 */
export function createMinorGc(): (bytes: number) => void {
  let pending = 0;
  return (bytes) => {
    pending += bytes;
    if (pending < interval || typeof gc !== "function") return;
    pending = 0;
    gc({ type: "minor" });
  };
}
