import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";

import { type Chunk, transferChunk } from "../chunk-transfer.ts";
import { responseHeader } from "../http.ts";
import { platformError } from "../platform-error.ts";
import { newVideoKey } from "../stored-names.ts";
import { readFinished } from "../stored-videos.ts";
import type { Received, SessionRequest, UnstoredUpload } from "../upload.ts";
import type { BucketClient } from "./bucket-client.ts";
import { orMissing, partError } from "./bucket-error.ts";

/** Parts of a multipart upload (Amazon S3 User Guide, "Multipart upload limits"). */
const maxParts = 10_000;

const sessionShape = z.object({ key: z.string().min(1), uploadId: z.string().min(1) });
type Session = z.output<typeof sessionShape>;

/** Some stores require that all parts but the last have one size, so it is the same for every file. */
export interface PartSize {
  partBytes: number;
}

/** Begins a multipart upload under a new key. */
export async function openSession(
  { s3, settings, name, call }: BucketClient,
  { metadata, reference, bytes, type }: SessionRequest,
  { partBytes }: PartSize,
): Promise<{ sessionUri: string }> {
  if (bytes <= 0 || bytes > partBytes * maxParts) throw platformError("file_size", name);
  const key = newVideoKey(settings.folder, { title: metadata.title, reference, type });
  const begin = s3.createMultipartUpload({
    Bucket: settings.bucket,
    Key: key,
    ContentType: type,
    // Header fields are ASCII.
    Metadata: { title: encodeURIComponent(metadata.title) },
  });
  const { UploadId: uploadId } = await call("openSession", begin);
  if (uploadId === undefined) throw platformError("unavailable", name);
  return { sessionUri: JSON.stringify({ key, uploadId } satisfies Session) };
}

/** The parts from the first on without a gap, or the video. Completes an upload that has all parts. */
export async function sessionStatus(
  client: BucketClient,
  { sessionUri, bytes }: { sessionUri: string; bytes: number },
  size: PartSize,
): Promise<Received | { gone: true }> {
  const session = readSession(sessionUri);
  const parts = await orMissing(listParts(client, session));
  const received = parts && inOrder(parts, size).received;
  if (received !== null && received < bytes) return { received };
  const video = received === null ? null : await orMissing(complete(client, session, bytes, size));
  if (video !== null) return { video };
  const stored = await client.stat(session.key);
  return stored?.bytes === bytes ? { video: await readFinished(client, session.key) } : { gone: true };
}

/** Sends a chunk as one part; the last one completes the upload. */
export async function sendChunk(client: BucketClient, chunk: Chunk, size: PartSize): Promise<Received> {
  const { start, end, bytes } = chunk;
  const isLast = end === bytes;
  if (start % size.partBytes !== 0 || (!isLast && end - start !== size.partBytes)) {
    throw new RangeError(`A chunk from ${start} to ${end} is not a part of ${size.partBytes} bytes`);
  }
  const session = readSession(chunk.sessionUri);
  const number = start / size.partBytes + 1;
  const before = number === 1 ? null : await findPart(client, session, number - 1);
  if (number > 1 && before === null) throw platformError("range_refused", client.name);
  await putPart(client, session, { chunk, number });
  return isLast ? { video: await complete(client, session, bytes, size) } : { received: end };
}

/** Ends an unfinished upload and deletes its parts, which the bucket's owner would pay for. */
export async function discardSession(
  { s3, settings, call }: BucketClient,
  sessionUri: string,
): Promise<void> {
  const { key, uploadId } = readSession(sessionUri);
  const abort = s3.abortMultipartUpload({ Bucket: settings.bucket, Key: key, UploadId: uploadId });
  await orMissing(call("sessionStatus", abort));
}

/**
 * Ends the uploads with the key of this one. Does nothing where the keys don't permit to list unfinished uploads, or the
 * store can't.
 */
export async function discardUnstored(client: BucketClient, upload: UnstoredUpload): Promise<void> {
  const { s3, settings, call } = client;
  const key = newVideoKey(settings.folder, upload);
  // Some stores list the uploads of an exact key only.
  const list = s3.listMultipartUploads({ Bucket: settings.bucket, Prefix: key });
  try {
    const { Uploads = [] } = await call("sessionStatus", list);
    for (const { Key, UploadId: uploadId } of Uploads) {
      if (Key !== key || uploadId === undefined) continue;
      await discardSession(client, JSON.stringify({ key, uploadId } satisfies Session));
    }
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind === "retry") throw error;
  }
}

function readSession(sessionUri: string): Session {
  return sessionShape.parse(JSON.parse(sessionUri));
}

async function putPart(
  { http, settings, name, partUrl }: BucketClient,
  { key, uploadId }: Session,
  { chunk, number }: { chunk: Chunk; number: number },
): Promise<void> {
  const part = { Bucket: settings.bucket, Key: key, UploadId: uploadId, PartNumber: number };
  const response = await transferChunk(http, { url: await partUrl(part), chunk });
  if (response.status === 200) return;
  const { status, body } = response;
  throw partError(name, { status, body, retryAfter: responseHeader(response, "retry-after") });
}

interface Part {
  number: number;
  bytes: number;
  etag: string;
}

/** All parts that the store has, in order. */
async function listParts(client: BucketClient, session: Session): Promise<Part[]> {
  const parts: Part[] = [];
  let after: string | undefined;
  do {
    const page = await listPage(client, session, { after });
    parts.push(...page.parts);
    after = page.next;
  } while (after !== undefined);
  return parts;
}

async function findPart(client: BucketClient, session: Session, number: number): Promise<Part | null> {
  const { parts } = await listPage(client, session, { after: String(number - 1), maxParts: 1 });
  return parts.find((part) => part.number === number) ?? null;
}

async function listPage(
  { s3, settings, call }: BucketClient,
  { key, uploadId }: Session,
  { after, maxParts }: { after: string | undefined; maxParts?: number },
): Promise<{ parts: Part[]; next: string | undefined }> {
  const list = s3.listParts({
    Bucket: settings.bucket,
    Key: key,
    UploadId: uploadId,
    PartNumberMarker: after,
    MaxParts: maxParts,
  });
  const page = await call("sessionStatus", list);
  const parts = (page.Parts ?? []).map(({ PartNumber = 0, Size = 0, ETag = "" }) => {
    return { number: PartNumber, bytes: Size, etag: ETag };
  });
  return { parts, next: page.IsTruncated ? page.NextPartNumberMarker : undefined };
}

/** The parts up to the first gap, and their bytes. */
function inOrder(parts: readonly Part[], { partBytes }: PartSize): { parts: Part[]; received: number } {
  const gap = parts.findIndex(({ number }, index) => {
    return number !== index + 1 || (index > 0 && parts[index - 1]?.bytes !== partBytes);
  });
  const contiguous = gap === -1 ? [...parts] : parts.slice(0, gap);
  return { parts: contiguous, received: contiguous.reduce((sum, part) => sum + part.bytes, 0) };
}

async function complete(client: BucketClient, session: Session, bytes: number, size: PartSize) {
  const { s3, settings, name, call } = client;
  const { parts, received } = inOrder(await listParts(client, session), size);
  if (received !== bytes) throw platformError("range_refused", name);
  const finish = s3.completeMultipartUpload({
    Bucket: settings.bucket,
    Key: session.key,
    UploadId: session.uploadId,
    MultipartUpload: { Parts: parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag })) },
  });
  await call("sendChunk", finish);
  return readFinished(client, session.key);
}
