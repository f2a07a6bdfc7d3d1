import type { FootageOverview } from "#modules/footage/contract/files.ts";

type Folder = FootageOverview["folders"][number];

/** Totals of a folder with all folders in it. */
export interface Totals {
  files: number;
  bytes: number;
}

export interface FolderTotals extends Totals {
  /** Path with `/` between its parts. */
  folder: string;
  /** Its last part. */
  name: string;
}

const isIn = (path: string, folder: string) =>
  folder === "" || path === folder || path.startsWith(`${folder}/`);

/** Number and size of the files in a folder and the folders in it; in all places without `deliveredBy`. */
export function countFiles(folders: readonly Folder[], deliveredBy?: number | null, folder = ""): Totals {
  const totals = { files: 0, bytes: 0 };
  for (const entry of folders) {
    const isInPlace = deliveredBy === undefined || entry.deliveredBy === deliveredBy;
    if (!isInPlace || !isIn(entry.folder, folder)) continue;
    totals.files += entry.files;
    totals.bytes += entry.bytes;
  }
  return totals;
}

/** The folders directly in a folder, by name, with totals that include the folders in them. */
export function listFolders(
  folders: readonly Folder[],
  deliveredBy: number | null,
  parent: string,
): FolderTotals[] {
  const children = new Map<string, FolderTotals>();
  for (const entry of folders) {
    if (entry.deliveredBy !== deliveredBy || entry.folder === parent || !isIn(entry.folder, parent)) continue;
    const below = parent === "" ? entry.folder : entry.folder.slice(parent.length + 1);
    const [name = ""] = below.split("/", 1);
    const folder = parent === "" ? name : `${parent}/${name}`;
    const child = children.get(folder) ?? { folder, name, files: 0, bytes: 0 };
    child.files += entry.files;
    child.bytes += entry.bytes;
    children.set(folder, child);
  }
  const collator = new Intl.Collator(undefined, { numeric: true });
  return [...children.values()].sort((a, b) => collator.compare(a.name, b.name));
}

/** A folder and those in which it is, the outermost first. */
export function folderTrail(folder: string): { folder: string; name: string }[] {
  if (folder === "") return [];
  const parts = folder.split("/");
  return parts.map((name, index) => ({ folder: parts.slice(0, index + 1).join("/"), name }));
}

/** The places with files: null for what the creator's side has given, first, then the ids of people who delivered. */
export function listPlaces(folders: readonly Folder[]): (number | null)[] {
  const places = new Set(folders.map(({ deliveredBy }) => deliveredBy));
  return [...places].sort((a, b) => (a ?? 0) - (b ?? 0));
}
