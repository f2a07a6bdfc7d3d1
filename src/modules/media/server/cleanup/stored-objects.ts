import type { ObjectStorage, StoredObject } from "#adapters/object-storage/storage.ts";

/** The stored objects of one video or file. */
export interface StoredObjects {
  id: string;
  /** Sizes in bytes by name below the id, "" for the id itself; without the segments of renditions. */
  sizes: Map<string, number>;
  /** Number of objects, segments included. */
  count: number;
  /** Size of all objects in bytes, segments included. */
  bytes: number;
  newest: Date;
}

const keyShape = /^(?:videos|files)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/(.+))?$/;
const segment = /^rendition\/segment\d+\.m4s$/;

/** Pages of `size` videos or files with stored objects, in the order of their ids. Calls `onForeign` for other keys. */
export async function* storedObjectsIn(
  storage: ObjectStorage,
  folder: "videos" | "files",
  size: number,
  onForeign: (key: string) => void,
): AsyncGenerator<StoredObjects[]> {
  let page: StoredObjects[] = [];
  for await (const object of storage.list(folder)) {
    const [, id, name = ""] = keyShape.exec(object.key) ?? [];
    if (id === undefined) {
      onForeign(object.key);
      continue;
    }
    const last = page.at(-1);
    if (last?.id === id) add(last, name, object);
    else {
      if (page.length === size) {
        yield page;
        page = [];
      }
      const next: StoredObjects = { id, sizes: new Map(), count: 0, bytes: 0, newest: object.modified };
      add(next, name, object);
      page.push(next);
    }
  }
  if (page.length > 0) yield page;
}

function add(stored: StoredObjects, name: string, { bytes, modified }: StoredObject): void {
  stored.count += 1;
  stored.bytes += bytes;
  if (modified > stored.newest) stored.newest = modified;
  if (!segment.test(name)) stored.sizes.set(name, bytes);
}
