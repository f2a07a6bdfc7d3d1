import { useCallback, useSyncExternalStore } from "react";

const urls = new Map<Blob, { url: string; users: number }>();

function acquire(file: Blob): void {
  const entry = urls.get(file) ?? { url: URL.createObjectURL(file), users: 0 };
  entry.users += 1;
  urls.set(file, entry);
}

function release(file: Blob): void {
  const entry = urls.get(file);
  if (!entry) return;
  entry.users -= 1;
  if (entry.users > 0) return;
  URL.revokeObjectURL(entry.url);
  urls.delete(file);
}

/** A `blob:` URL of a file, revoked when the last component that uses it unmounts. */
export function useObjectUrl(file: Blob | null | undefined): string | undefined {
  const subscribe = useCallback(() => {
    if (!file) return () => undefined;
    acquire(file);
    return () => release(file);
  }, [file]);
  return useSyncExternalStore(subscribe, () => (file ? urls.get(file)?.url : undefined));
}
