import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const interval = 16 * 1_048_576;

// The heap is small, so the limits that V8 derives from it are as small and would be met by the buffers of one body.
setFlagsFromString("--heap-growing-percent=1000");
setFlagsFromString("--expose-gc");
const gc: unknown = runInNewContext("gc");

/**
 * Frees the buffers of a body while they are young. Node gives each 64 KiB of a body its own memory outside the heap, of
 * which the heap sees only a small handle; left alone, V8 answers the pressure with a full collection every 50 MB, which
 * costs more time than receiving the bytes.
 *
 * @returns to be called with the length of each buffer
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
