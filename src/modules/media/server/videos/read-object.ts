import type { ObjectStorage } from "#adapters/object-storage/storage.ts";

/** The content of a small object, or null if there is none with this key. */
export async function readObject(storage: ObjectStorage, key: string): Promise<Buffer | null> {
  if ((await storage.stat(key)) === null) return null;
  const pieces: Buffer[] = [];
  for await (const piece of await storage.read(key)) pieces.push(piece);
  return Buffer.concat(pieces);
}
