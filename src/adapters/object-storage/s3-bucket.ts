import { Readable } from "node:stream";

import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  type ListPartsCommandOutput,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";

import { asS3Error, unlessGone } from "./s3-errors.ts";
import { missing } from "./storage.ts";

/** Address and credentials of a bucket. */
export interface S3Settings {
  /** Address of the store; null for Amazon S3. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

interface FoundObject {
  bytes: number;
  etag: string;
  modified: Date;
  metadata: Record<string, string>;
}

export interface Part {
  number: number;
  bytes: number;
  etag: string;
  modified: Date;
}

/** An unfinished multipart upload. */
export interface MultipartUpload {
  key: string;
  uploadId: string;
}

/** The S3 calls that Reelay uses. They reject with a `StorageError`; 404 is `missing`. */
export type Bucket = ReturnType<typeof openBucket>;

const idleTimeout = 60_000;

export function openBucket(settings: S3Settings) {
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Stores other than Amazon's don't support its trailing checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: 5000,
      // A paused player leaves its connection idle; reading then continues over a new one.
      socketTimeout: idleTimeout,
      // Connections of paused players must not block others.
      httpAgent: { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY },
    },
  });

  const toStorageError = (error: unknown, key: string) => asS3Error(error, key, Bucket);
  const call: Call = async (key, output) => {
    try {
      return await output;
    } catch (error) {
      throw toStorageError(error, key);
    }
  };
  return { toStorageError, ...objectCalls(client, Bucket, call), ...uploadCalls(client, Bucket, call) };
}

/** Returns the output of a command for `key`. */
type Call = <T>(key: string, output: Promise<T>) => Promise<T>;

function objectCalls(client: S3Client, Bucket: string, call: Call) {
  return {
    async head(Key: string): Promise<FoundObject> {
      return objectFacts(await call(Key, client.send(new HeadObjectCommand({ Bucket, Key }))));
    },

    async get(Key: string, options: { start?: number; end?: number; etag?: string } = {}) {
      const { start, end = "", etag } = options;
      const output = await call(
        Key,
        client.send(
          new GetObjectCommand({
            Bucket,
            Key,
            ...(start !== undefined && { Range: `bytes=${start}-${end}` }),
            ...(etag && { IfMatch: etag }),
          }),
        ),
      );
      if (!(output.Body instanceof Readable)) throw missing(Key);
      return { ...objectFacts(output), body: output.Body as Readable };
    },

    async put(Key: string, Body: Uint8Array, Metadata: Record<string, string> = {}): Promise<void> {
      await call(Key, client.send(new PutObjectCommand({ Bucket, Key, Body, Metadata })));
    },

    async remove(Key: string): Promise<void> {
      await unlessGone(call(Key, client.send(new DeleteObjectCommand({ Bucket, Key }))));
    },

    /** Objects whose keys start with `Prefix`, ordered by key. */
    async *list(Prefix: string) {
      let ContinuationToken: string | undefined;
      do {
        const page = await call(
          Prefix,
          client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })),
        );
        for (const { Key = "", Size = 0, LastModified = new Date() } of page.Contents ?? []) {
          yield { key: Key, bytes: Size, modified: LastModified };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}

function uploadCalls(client: S3Client, Bucket: string, call: Call) {
  return {
    async beginUpload(Key: string): Promise<MultipartUpload> {
      const { UploadId = "" } = await call(
        Key,
        client.send(new CreateMultipartUploadCommand({ Bucket, Key })),
      );
      return { key: Key, uploadId: UploadId };
    },

    /** Stores a part and returns its etag. */
    async putPart({ key, uploadId }: MultipartUpload, PartNumber: number, Body: Uint8Array): Promise<string> {
      const part = { Bucket, Key: key, UploadId: uploadId, PartNumber, Body };
      const { ETag = "" } = await call(key, client.send(new UploadPartCommand(part)));
      return ETag;
    },

    /** Stored parts with numbers above `after`, in order. */
    async *parts({ key, uploadId }: MultipartUpload, after = 0): AsyncGenerator<Part> {
      let marker: string | undefined = String(after);
      do {
        const page: ListPartsCommandOutput = await call(
          key,
          client.send(
            new ListPartsCommand({ Bucket, Key: key, UploadId: uploadId, PartNumberMarker: marker }),
          ),
        );
        for (const { PartNumber = 0, Size = 0, ETag = "", LastModified = new Date() } of page.Parts ?? []) {
          yield { number: PartNumber, bytes: Size, etag: ETag, modified: LastModified };
        }
        marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
      } while (marker);
    },

    async completeUpload(
      { key, uploadId }: MultipartUpload,
      parts: readonly Pick<Part, "number" | "etag">[],
    ): Promise<void> {
      const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
      const upload = { Bucket, Key: key, UploadId: uploadId, MultipartUpload: { Parts } };
      await call(key, client.send(new CompleteMultipartUploadCommand(upload)));
    },

    async abortUpload({ key, uploadId }: MultipartUpload): Promise<void> {
      const upload = { Bucket, Key: key, UploadId: uploadId };
      await unlessGone(call(key, client.send(new AbortMultipartUploadCommand(upload))));
    },

    /** Unfinished uploads whose keys start with `Prefix`. Some stores list none. */
    async *uploads(Prefix: string): AsyncGenerator<MultipartUpload & { begun: Date }> {
      let KeyMarker: string | undefined;
      let UploadIdMarker: string | undefined;
      do {
        const page = await call(
          Prefix,
          client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, KeyMarker, UploadIdMarker })),
        );
        for (const { Key = "", UploadId = "", Initiated = new Date() } of page.Uploads ?? []) {
          yield { key: Key, uploadId: UploadId, begun: Initiated };
        }
        [KeyMarker, UploadIdMarker] = page.IsTruncated
          ? [page.NextKeyMarker, page.NextUploadIdMarker]
          : [undefined, undefined];
      } while (KeyMarker);
    },
  };
}

function objectFacts(output: {
  ContentLength?: number | undefined;
  ETag?: string | undefined;
  LastModified?: Date | undefined;
  Metadata?: Record<string, string> | undefined;
}): FoundObject {
  return {
    bytes: output.ContentLength ?? 0,
    etag: output.ETag ?? "",
    modified: output.LastModified ?? new Date(),
    metadata: output.Metadata ?? {},
  };
}
