import type { FileStore } from "../stored-videos.ts";
import type { BucketCalls } from "./bucket-client.ts";
import { orMissing } from "./bucket-error.ts";

/** The objects of a bucket as files. */
export function createBucketFiles({ s3, settings, name, call }: BucketCalls): FileStore {
  const { bucket: Bucket, folder } = settings;
  return {
    name,
    folder,
    stat: async (Key) => {
      const head = await orMissing(call("video", s3.headObject({ Bucket, Key })));
      if (head === null) return null;
      const { ContentLength: bytes = 0, LastModified: changedAt = new Date(), Metadata } = head;
      return { key: Key, bytes, changedAt, title: decodedTitle(Metadata?.["title"]) };
    },
    readText: async (Key) => {
      const response = await orMissing(call("video", s3.getObject({ Bucket, Key })));
      return (await response?.Body?.transformToString()) ?? "";
    },
    write: async (Key, Body, ContentType) => {
      await call("updateVideo", s3.putObject({ Bucket, Key, Body, ContentType }));
    },
    remove: async (keys) => {
      for (const Key of keys) await orMissing(call("deleteVideo", s3.deleteObject({ Bucket, Key })));
    },
    list: async (Prefix) => {
      const files: Awaited<ReturnType<FileStore["list"]>> = [];
      let ContinuationToken: string | undefined;
      do {
        const list = s3.listObjectsV2({ Bucket, Prefix, ContinuationToken });
        const { Contents = [], NextContinuationToken } = await call("recentUploads", list);
        for (const { Key: key = "", Size: bytes = 0, LastModified: changedAt = new Date() } of Contents) {
          files.push({ key, bytes, changedAt });
        }
        ContinuationToken = NextContinuationToken;
      } while (ContinuationToken !== undefined);
      return files;
    },
  };
}

/** The title as it was before `openSession` encoded it; that of another client's object is returned as stored. */
function decodedTitle(stored: string | undefined): string | undefined {
  try {
    return stored && decodeURIComponent(stored);
  } catch {
    return stored;
  }
}
