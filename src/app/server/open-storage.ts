import { createDiskStorage } from "#adapters/object-storage/disk.ts";
import type { S3Settings } from "#adapters/object-storage/s3-bucket.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";

/** Loads the S3 client library only if an object store is configured. */
export async function openStorage({
  objectStore,
  filesFolder,
  scratchFolder,
}: {
  objectStore: S3Settings | null;
  filesFolder: string;
  scratchFolder: string;
}): Promise<ObjectStorage> {
  if (!objectStore) return createDiskStorage(filesFolder);
  const { createS3Storage } = await import("#adapters/object-storage/s3.ts");
  return createS3Storage({ ...objectStore, scratchFolder });
}
