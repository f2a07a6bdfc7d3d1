import { StorageError } from "./storage.ts";

/**
 * Returns a function that runs `work` unless this process is already writing `key` (`busy`). Errors are
 * converted by `toStorageError`.
 */
export function singleWriter(toStorageError: (error: unknown, key: string) => StorageError) {
  const writing = new Set<string>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if (writing.has(key)) {
      throw new StorageError("busy", "Another connection is uploading this file. Try again in a moment.");
    }
    writing.add(key);
    try {
      return await work();
    } catch (error) {
      throw toStorageError(error, key);
    } finally {
      writing.delete(key);
    }
  };
}
