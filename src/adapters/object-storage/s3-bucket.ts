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

import { asS3Error, isGone } from "./s3-failures.ts";
import { missing } from "./storage.ts";

/** Where a bucket is and who asks for it. */
export interface S3Settings {
  /** The store's address; null is Amazon's own of the region. */
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

/** A multipart upload that is not an object yet. */
export interface PartedUpload {
  key: string;
  uploadId: string;
}

/** The calls that this product makes, as data. They reject with a `StorageError`: 404 of any kind is `missing`. */
export type Bucket = ReturnType<typeof openBucket>;

const idle = 60_000;

export function openBucket(settings: S3Settings) {
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Other stores than Amazon's don't know its trailing checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: 5000,
      // A player that pauses lets its connection idle; reading goes on over a new one.
      socketTimeout: idle,
      // Paused players hold theirs, and must not keep others waiting.
      httpAgent: { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY },
    },
  });

  /** What an error on the way to or from the store means. */
  const failure = (error: unknown, key: string) => asS3Error(error, key, Bucket);

  const ask = async <T>(key: string, answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      throw failure(error, key);
    }
  };

  return {
    failure,

    async head(Key: string): Promise<FoundObject> {
      return found(await ask(Key, client.send(new HeadObjectCommand({ Bucket, Key }))));
    },

    async get(Key: string, options: { start?: number; end?: number; etag?: string } = {}) {
      const { start, end = "", etag } = options;
      const answer = await ask(
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
      if (!(answer.Body instanceof Readable)) throw missing(Key);
      return { ...found(answer), body: answer.Body as Readable };
    },

    async put(Key: string, Body: Uint8Array, Metadata: Record<string, string> = {}): Promise<void> {
      await ask(Key, client.send(new PutObjectCommand({ Bucket, Key, Body, Metadata })));
    },

    async remove(Key: string): Promise<void> {
      await client.send(new DeleteObjectCommand({ Bucket, Key })).catch((error: unknown) => {
        if (!isGone(error)) throw failure(error, Key);
      });
    },

    /** Objects whose keys begin with `Prefix`, in the order of their keys. */
    async *list(Prefix: string) {
      let ContinuationToken: string | undefined;
      do {
        const page = await ask(
          Prefix,
          client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })),
        );
        for (const { Key = "", Size = 0, LastModified = new Date() } of page.Contents ?? []) {
          yield { key: Key, bytes: Size, modified: LastModified };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },

    async beginUpload(Key: string): Promise<PartedUpload> {
      const { UploadId = "" } = await ask(
        Key,
        client.send(new CreateMultipartUploadCommand({ Bucket, Key })),
      );
      return { key: Key, uploadId: UploadId };
    },

    /** Stores a part and returns its etag. */
    async putPart({ key, uploadId }: PartedUpload, PartNumber: number, Body: Uint8Array): Promise<string> {
      const part = { Bucket, Key: key, UploadId: uploadId, PartNumber, Body };
      const { ETag = "" } = await ask(key, client.send(new UploadPartCommand(part)));
      return ETag;
    },

    /** Stored parts after the part `after`, in order. */
    async *parts({ key, uploadId }: PartedUpload, after = 0): AsyncGenerator<Part> {
      let marker: string | undefined = String(after);
      do {
        const page: ListPartsCommandOutput = await ask(
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
      { key, uploadId }: PartedUpload,
      parts: readonly Pick<Part, "number" | "etag">[],
    ): Promise<void> {
      const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
      const upload = { Bucket, Key: key, UploadId: uploadId, MultipartUpload: { Parts } };
      await ask(key, client.send(new CompleteMultipartUploadCommand(upload)));
    },

    async abortUpload({ key, uploadId }: PartedUpload): Promise<void> {
      const upload = { Bucket, Key: key, UploadId: uploadId };
      await client.send(new AbortMultipartUploadCommand(upload)).catch((error: unknown) => {
        if (!isGone(error)) throw failure(error, key);
      });
    },

    /** Uploads whose keys begin with `Prefix` and that are no objects yet. Some stores list none. */
    async *uploads(Prefix: string): AsyncGenerator<PartedUpload & { begun: Date }> {
      let KeyMarker: string | undefined;
      let UploadIdMarker: string | undefined;
      do {
        const page = await ask(
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

function found(answer: {
  ContentLength?: number | undefined;
  ETag?: string | undefined;
  LastModified?: Date | undefined;
  Metadata?: Record<string, string> | undefined;
}): FoundObject {
  return {
    bytes: answer.ContentLength ?? 0,
    etag: answer.ETag ?? "",
    modified: answer.LastModified ?? new Date(),
    metadata: answer.Metadata ?? {},
  };
}
