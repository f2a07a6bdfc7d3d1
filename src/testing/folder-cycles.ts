import { readdirSync, readFileSync } from "node:fs";
import { posix, relative, resolve } from "node:path";

const source = resolve(import.meta.dirname, "..");
const imported = /(?:from|import\()\s*"([^"]+)"/g;
/** The public files of a module use its other folders, and are used by them. */
const subFeature = /^modules\/[^/]+\/(?:server|web)\/(?!public\/)[^/]+\//;
const adapter = /^(?:adapters|ui)\/[^/]+\//;

/** The folder whose files count as one: a sub-feature of a module, an adapter, or else the file itself. */
function unitOf(file: string): string {
  if (subFeature.test(file)) return file.split("/").slice(0, 4).join("/");
  if (adapter.test(file)) return file.split("/").slice(0, 2).join("/");
  return file;
}

/** Imports between the units of `src`, tests excepted: unit → imported units. */
function importsOfUnits(): Map<string, Set<string>> {
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => posix.join(relative(source, entry.parentPath), entry.name));
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const unit = unitOf(file);
    const targets = graph.get(unit) ?? new Set<string>();
    for (const [, specifier = ""] of readFileSync(resolve(source, file), "utf8").matchAll(imported)) {
      const target = specifier.startsWith(".")
        ? posix.join(posix.dirname(file), specifier)
        : specifier.startsWith("#")
          ? specifier.slice(1)
          : null;
      if (target !== null && unitOf(target) !== unit) targets.add(unitOf(target));
    }
    graph.set(unit, targets);
  }
  return graph;
}

/** Import cycles between folders of `src`, each as the list of its units. */
export function folderCycles(): string[][] {
  const graph = importsOfUnits();
  const reachable = new Map([...graph.keys()].map((unit) => [unit, reachableFrom(graph, unit)]));
  const groups = [...graph.keys()].map((unit) =>
    [...(reachable.get(unit) ?? [])].filter((other) => reachable.get(other)?.has(unit)).toSorted(),
  );
  const cycles = groups.filter((group) => group.length > 1).map((group) => group.join(" "));
  return [...new Set(cycles)].map((cycle) => cycle.split(" "));
}

function reachableFrom(graph: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let unit = open.pop(); unit !== undefined; unit = open.pop()) {
    for (const target of graph.get(unit) ?? []) {
      if (found.has(target)) continue;
      found.add(target);
      open.push(target);
    }
  }
  return found;
}
