import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const interval = 16 * 1024 * 1024;

setFlagsFromString("--expose-gc");
const gc: unknown = runInNewContext("gc");

/**
 * Frees the buffers of a long stream while they are young. Node gives each read of a socket or file its own memory
 * outside the heap, of which the heap sees only a small handle; left alone, V8 marks the whole heap of the application
 * for every few of them, and keeps more than 100 MB. A collection of the young takes less than a millisecond.
 *
 * @returns to be called with the length of each buffer, in bytes
 */
export function createMinorGc(): (bytes: number) => void {
  let waiting = 0;
  return (bytes) => {
    waiting += bytes;
    if (waiting < interval || typeof gc !== "function") return;
    waiting = 0;
    gc({ type: "minor" });
  };
}
