import { utf8Bytes } from "#modules/tasks/rules/platform-limits.ts";

import { withEnding } from "./numbered-paths.ts";
import { maxNameBytes } from "./paths.ts";

/** Characters that Windows doesn't allow in names; `/` separates the parts already. */
const windowsRefuses = /[<>:"\\|?*]/g;
/** Windows drops dots and spaces at the end of a name. */
const dropped = /[. ]+$/;
/** Names of devices, also with an extension ("Naming Files, Paths, and Namespaces" of Microsoft). */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?= *(?:\.|$))/i;

/** The name that every system accepts, as similar as possible. */
export function portableName(name: string): string {
  const allowed = name
    .replace(windowsRefuses, "_")
    .replace(dropped, (end) => "_".repeat(end.length))
    .replace(device, "$&_");
  return utf8Bytes(allowed) <= maxNameBytes ? allowed : withEnding(allowed, "");
}

/** Equal for names that Windows and macOS take for the same. */
const nameKey = (name: string) => name.toUpperCase().toLowerCase().normalize("NFC");

/**
 * Names for those of one folder that no system takes for the same, in the same order: "A (2).mov" after "a.MOV". The first one
 * keeps its name.
 */
function distinctNames(names: readonly string[]): string[] {
  const wanted = names.map(portableName);
  const taken = new Set(wanted.map(nameKey));
  /** The next suffix for each name that has been used. */
  const suffixes = new Map<string, number>();
  return wanted.map((name) => {
    const key = nameKey(name);
    let number = suffixes.get(key) ?? 1;
    let distinct = name;
    while (number > 1 && taken.has(nameKey(distinct))) distinct = withEnding(name, ` (${number++})`);
    suffixes.set(key, Math.max(number, 2));
    taken.add(nameKey(distinct));
    return distinct;
  });
}

/** The same name can be a file and a folder, if they are from two cards. */
interface Folder {
  files: Set<string>;
  folders: Map<string, Folder>;
}

const newFolder = (): Folder => ({ files: new Set(), folders: new Map() });

/**
 * The path of each file in a ZIP archive or in a folder on the user's disk, by its stored path: with names that every system
 * accepts, and distinct in each folder where systems ignore case. Depends on the paths and not on their order.
 */
export function downloadPaths(paths: readonly string[]): Map<string, string> {
  const root = newFolder();
  for (const path of paths) {
    const parts = path.split("/");
    const name = parts.pop() ?? "";
    let folder = root;
    for (const part of parts) {
      const next = folder.folders.get(part) ?? newFolder();
      folder.folders.set(part, next);
      folder = next;
    }
    folder.files.add(name);
  }
  return new Map(listDownloads(root, { stored: "", saved: "" }));
}

/** Stored and saved paths of the files in a folder; `within` are the paths of the folder itself. */
function* listDownloads(
  { files, folders }: Folder,
  within: { stored: string; saved: string },
): Generator<[string, string], void, undefined> {
  // Sorted, so that the same names get suffixes each time.
  const folderNames = [...folders.keys()].sort();
  const fileNames = [...files].sort();
  const saved = distinctNames([...folderNames, ...fileNames]);
  for (const [index, name] of fileNames.entries()) {
    yield [within.stored + name, within.saved + (saved[folderNames.length + index] ?? name)];
  }
  for (const [index, name] of folderNames.entries()) {
    const folder = folders.get(name);
    const paths = { stored: `${within.stored}${name}/`, saved: `${within.saved}${saved[index] ?? name}/` };
    if (folder) yield* listDownloads(folder, paths);
  }
}
