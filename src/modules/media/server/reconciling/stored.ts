import type { ObjectStorage, StoredObject } from "#adapters/object-storage/storage.ts";

/** What the store has of one video or file. */
export interface Stored {
  id: string;
  /** Sizes in bytes by name below the owner's key, "" for the key itself; segments of a rendition are left out. */
  sizes: Map<string, number>;
  /** Objects, the segments among them. */
  objects: number;
  newest: Date;
}

const owned = /^(?:videos|files)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/(.+))?$/;
const segment = /^rendition\/segment\d+\.m4s$/;

/** Owners of what lies below a folder, in the order of their ids, `size` at a time. Other objects go to `onStranger`. */
export async function* storedIn(
  storage: ObjectStorage,
  folder: "videos" | "files",
  size: number,
  onStranger: (key: string) => void,
): AsyncGenerator<Stored[]> {
  let batch: Stored[] = [];
  for await (const object of storage.list(folder)) {
    const [, id, name = ""] = owned.exec(object.key) ?? [];
    if (id === undefined) {
      onStranger(object.key);
      continue;
    }
    const last = batch.at(-1);
    if (last?.id === id) add(last, name, object);
    else {
      if (batch.length === size) {
        yield batch;
        batch = [];
      }
      const owner = { id, sizes: new Map(), objects: 0, newest: object.modified };
      add(owner, name, object);
      batch.push(owner);
    }
  }
  if (batch.length > 0) yield batch;
}

function add(owner: Stored, name: string, { bytes, modified }: StoredObject): void {
  owner.objects += 1;
  if (modified > owner.newest) owner.newest = modified;
  if (!segment.test(name)) owner.sizes.set(name, bytes);
}
