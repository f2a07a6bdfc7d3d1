/**
 * Location in a lock file of the package that Node.js resolves for `name` from the package at `from`: the innermost
 * `node_modules` first. Null if it is not locked.
 */
export function resolveLocked(packages: Record<string, unknown>, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const location = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[location]) return location;
    if (folder === "") return null;
  }
}
