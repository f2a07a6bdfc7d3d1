import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const interval = 16 * 1_048_576;

// The heap is small, and so are the limits that V8 derives from it: the buffers of one body would exceed them.
setFlagsFromString("--heap-growing-percent=1000");
setFlagsFromString("--expose-gc");
const gc: unknown = runInNewContext("gc");

/**
 * Frees the buffers of a body while they are young. Node gives each 64 KiB of a body its own memory outside the heap, of
 * which the heap sees only a small handle; without this, V8 runs a full collection every 50 MB, which
 * costs more time than receiving the bytes.
 *
 * @returns a function to call with the length of each buffer
 */
export function createMinorGc(): (bytes: number) => void {
  let bytes = 0;
  return (length) => {
    bytes += length;
    if (bytes < interval || typeof gc !== "function") return;
    bytes = 0;
    gc({ type: "minor" });
  };
}
