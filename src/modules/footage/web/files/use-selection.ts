import { useState } from "react";

import type { FileItem } from "./file-items.ts";

export interface FileSelection {
  /** The selected items in the order of the list. */
  selected: readonly FileItem[];
  isSelected: (item: FileItem) => boolean;
  /** Selects or deselects an item. */
  toggle: (item: FileItem) => void;
  /** Selects all items from the last one that was toggled to this one. */
  extend: (item: FileItem) => void;
  selectAll: () => void;
  clear: () => void;
}

/** Which items are selected. Those that are no longer listed are not. */
export function useSelection(items: readonly FileItem[]): FileSelection {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string | null>(null);
  return {
    selected: items.filter(({ key }) => keys.has(key)),
    isSelected: ({ key }) => keys.has(key),
    toggle: ({ key }) => {
      const next = new Set(keys);
      if (!next.delete(key)) next.add(key);
      setKeys(next);
      setAnchor(key);
    },
    extend: ({ key }) => {
      const at = (wanted: string | null) => items.findIndex((item) => item.key === wanted);
      const [first, last] = [at(anchor ?? key), at(key)].sort((a, b) => a - b);
      const range = items.slice(Math.max(first ?? 0, 0), (last ?? 0) + 1);
      setKeys(new Set([...keys, ...range.map((item) => item.key)]));
      if (anchor === null) setAnchor(key);
    },
    selectAll: () => setKeys(new Set(items.map(({ key }) => key))),
    clear: () => {
      setKeys(new Set());
      setAnchor(null);
    },
  };
}
