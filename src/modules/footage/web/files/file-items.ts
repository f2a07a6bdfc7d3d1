import type { FootageFile, Selection } from "#modules/footage/contract/files.ts";
import { formatBytes } from "#ui/format.ts";

import type { Totals } from "./folder-tree.ts";

/** A row of the list: a folder of a place, or a file. */
export type FileItem =
  | (Totals & {
      type: "folder";
      key: string;
      name: string;
      deliveredBy: number | null;
      folder: string;
      mayDelete: boolean;
    })
  | { type: "file"; key: string; file: FootageFile };

export function itemName(item: FileItem): string {
  return item.type === "file" ? item.file.name : item.name;
}

/** Number and size of the files of items, with those in folders. */
export function countItems(items: readonly FileItem[]): Totals {
  const totals = { files: 0, bytes: 0 };
  for (const item of items) {
    totals.files += item.type === "file" ? 1 : item.files;
    totals.bytes += item.type === "file" ? item.file.bytes : item.bytes;
  }
  return totals;
}

/** The items as requests name them. */
export function selectionFrom(items: readonly FileItem[]): Selection {
  return {
    fileIds: items.flatMap((item) => (item.type === "file" ? [item.file.id] : [])),
    folders: items.flatMap((item) =>
      item.type !== "file" ? [{ deliveredBy: item.deliveredBy, folder: item.folder }] : [],
    ),
  };
}

export function mayDelete(item: FileItem): boolean {
  return item.type === "file" ? item.file.mayDelete : item.mayDelete;
}

/** "1 file", "1,200 files". */
export function formatFileCount(count: number): string {
  return count === 1 ? "1 file" : `${count.toLocaleString("en")} files`;
}

/** "12 files, 84 GB". */
export function formatTotals({ files, bytes }: Totals): string {
  return `${formatFileCount(files)}, ${formatBytes(bytes)}`;
}
