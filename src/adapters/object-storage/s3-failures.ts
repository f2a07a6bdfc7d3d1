import { S3ServiceException } from "@aws-sdk/client-s3";

import { missing, StorageError } from "./storage.ts";

const wrongKeys = new Set(["AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "AccountProblem"]);
const full = new Set(["QuotaExceeded", "InsufficientStorage", "XMinioStorageFull", "EntityTooLarge"]);

/** Whether the thing that a call was about is not there, or not any more. */
export function isGone(error: unknown): boolean {
  return (
    error instanceof S3ServiceException &&
    error.$metadata.httpStatusCode === 404 &&
    error.name !== "NoSuchBucket"
  );
}

/** Turns what the store or the way to it said into a designed failure. */
export function asS3Error(error: unknown, key: string, bucket: string): StorageError {
  if (error instanceof StorageError) return error;
  if (isGone(error)) return missing(key, error);
  const name = error instanceof Error ? error.name : "";
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (name === "NoSuchBucket") {
    const message = `The object store has no bucket ${bucket}. Create it, or correct S3_BUCKET.`;
    return new StorageError("no_access", message, { cause: error });
  }
  if (wrongKeys.has(name) || status === 401 || status === 403) {
    const message = `The object store refuses this server's keys for the bucket ${bucket}. Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or what they may do.`;
    return new StorageError("no_access", message, { cause: error });
  }
  if (full.has(name) || status === 507) {
    const message = "The object store takes no more bytes. Make room in it, then try again.";
    return new StorageError("no_space", message, { cause: error });
  }
  const said = name && name !== "Error" ? name : error instanceof Error ? error.message : String(error);
  const message = `The object store can't be used right now (${said}).`;
  return new StorageError("unavailable", message, { cause: error });
}
