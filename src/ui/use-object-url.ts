import { useCallback, useSyncExternalStore } from "react";

const held = new Map<Blob, { url: string; users: number }>();

function hold(file: Blob): void {
  const entry = held.get(file) ?? { url: URL.createObjectURL(file), users: 0 };
  entry.users += 1;
  held.set(file, entry);
}

function release(file: Blob): void {
  const entry = held.get(file);
  if (!entry) return;
  entry.users -= 1;
  if (entry.users > 0) return;
  URL.revokeObjectURL(entry.url);
  held.delete(file);
}

/** A `blob:` address for a chosen file, given back when its last user lets go. */
export function useObjectUrl(file: Blob | null | undefined): string | undefined {
  const subscribe = useCallback(() => {
    if (!file) return () => undefined;
    hold(file);
    return () => release(file);
  }, [file]);
  return useSyncExternalStore(subscribe, () => (file ? held.get(file)?.url : undefined));
}
