import { S3ServiceException } from "@aws-sdk/client-s3";

import { missing, StorageError } from "./storage.ts";

const accessErrorNames = new Set([
  "AccessDenied",
  "InvalidAccessKeyId",
  "SignatureDoesNotMatch",
  "AccountProblem",
]);
const noSpaceErrorNames = new Set([
  "QuotaExceeded",
  "InsufficientStorage",
  "XMinioStorageFull",
  "EntityTooLarge",
]);

/** Whether the object or upload does not exist (any more). */
function isGone(error: unknown): boolean {
  return (
    error instanceof S3ServiceException &&
    error.$metadata.httpStatusCode === 404 &&
    error.name !== "NoSuchBucket"
  );
}

/** Converts an S3 or network error to a `StorageError`. */
export function asS3Error(error: unknown, key: string, bucket: string): StorageError {
  if (error instanceof StorageError) return error;
  if (isGone(error)) return missing(key, error);
  const name = error instanceof Error ? error.name : "";
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (name === "NoSuchBucket") {
    const message = `The object store has no bucket ${bucket}. Create it, or correct S3_BUCKET.`;
    return new StorageError("no_access", message, { cause: error });
  }
  if (accessErrorNames.has(name) || status === 401 || status === 403) {
    const message = `The object store denies access to the bucket ${bucket}. Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and their permissions.`;
    return new StorageError("no_access", message, { cause: error });
  }
  if (noSpaceErrorNames.has(name) || status === 507) {
    const message = "The object store is full. Free some space and try again.";
    return new StorageError("no_space", message, { cause: error });
  }
  const reason = name && name !== "Error" ? name : error instanceof Error ? error.message : String(error);
  const message = `The object store is unavailable (${reason}). Check S3_ENDPOINT, or try again later.`;
  return new StorageError("unavailable", message, { cause: error });
}

export function isMissing(error: unknown): boolean {
  return error instanceof StorageError && error.code === "missing";
}

export async function unlessGone<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}
