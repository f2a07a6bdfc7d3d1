import { z } from "zod";

/** Settings of calls to a bucket besides its keys; stored encrypted. */
export const bucketSettings = z.object({
  /** The store's origin. */
  origin: z.url(),
  region: z.string(),
  bucket: z.string(),
  /** Prefix of the keys of all objects: empty, or a path that ends with a slash. */
  folder: z.string(),
});
export type BucketSettings = z.output<typeof bucketSettings>;

const bucketKeys = z.object({ accessKeyId: z.string().min(1), secretAccessKey: z.string().min(1) });
export type BucketKeys = z.output<typeof bucketKeys>;

/** Input for connecting a bucket. */
export const bucketLogin = bucketKeys.extend({
  /** The store's address, with or without scheme. */
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  /** Folder of videos in the bucket; empty for its top. */
  folder: z.string(),
});
export type BucketLogin = z.output<typeof bucketLogin>;

/** The keys of a bucket as the access token of its platform. */
export function keysToken({ accessKeyId, secretAccessKey }: BucketKeys): string {
  return JSON.stringify({ accessKeyId, secretAccessKey });
}

export function parseKeys(token: string): BucketKeys {
  return bucketKeys.parse(JSON.parse(token));
}

/** A folder as typed, with one slash at its end and none at its start. */
export function parseFolder(typed: string): string {
  const parts = typed.split("/").filter((part) => part.trim() !== "");
  return parts.length === 0 ? "" : `${parts.join("/")}/`;
}

/** The name of a bucket in messages to users. */
export function bucketName({ bucket }: Pick<BucketSettings, "bucket">): string {
  return `S3 bucket “${bucket}”`;
}
