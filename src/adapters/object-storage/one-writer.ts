import { StorageError } from "./storage.ts";

/** Lets one writer of a key in at a time within this process (`busy`); what it throws is turned into a failure. */
export function oneWriter(asFailure: (error: unknown, key: string) => StorageError) {
  const writing = new Set<string>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if (writing.has(key)) {
      throw new StorageError("busy", "Another connection is still sending this file. Try again in a moment.");
    }
    writing.add(key);
    try {
      return await work();
    } catch (error) {
      throw asFailure(error, key);
    } finally {
      writing.delete(key);
    }
  };
}
