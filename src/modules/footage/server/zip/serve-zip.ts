import type { ServerResponse } from "node:http";

import type { FastifyReply, FastifyRequest } from "fastify";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { ByteRange } from "#core/server/byte-range.ts";
import { contentDisposition } from "#core/server/content-disposition.ts";
import { beginPartialResponse, writeHead } from "#core/server/partial-response.ts";
import type { RequestShare } from "#core/server/request-shares.ts";
import { writeBytes, writeFilePart } from "#core/server/send-file.ts";

import { zipEntityTag } from "./zip-entity-tag.ts";
import { type ZipLayout, zipPieces } from "./zip.ts";

/** An archive whose files are in the object store. */
interface ServedZip {
  layout: ZipLayout;
  /** File name that browsers suggest. */
  name: string;
  /** Key of the stored object of an entry's `file`. */
  objectKey: (file: string) => string;
}

/**
 * Answers a GET or HEAD with a ZIP archive, or the part of it that the request's range asks for, so that a download can be
 * resumed. Files are read one after the other. The connection is closed before the declared length if an object is missing or
 * shorter than its entry, so that clients see a broken download instead of a wrong archive.
 */
export async function serveZip(
  storage: ObjectStorage,
  { layout, name, objectKey }: ServedZip,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers({
    "content-type": "application/zip",
    "content-disposition": contentDisposition("attachment", name),
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
  });
  const content = { bytes: layout.bytes, etag: zipEntityTag(layout) };
  const part = beginPartialResponse(request, reply, content);
  if (part === null) return reply;
  writeHead(reply);
  const response = reply.raw;
  const { share } = request;
  try {
    for (const piece of zipPieces(layout, { from: part.start, to: part.end + 1 })) {
      if (response.destroyed) break;
      if ("bytes" in piece) {
        share?.pause();
        await writeBytes(response, piece.bytes);
      } else {
        await share?.next();
        const range = { start: piece.from, end: piece.to - 1 };
        await writeObjectPart(storage, objectKey(piece.file), range, { response, share });
      }
    }
    if (!response.destroyed) response.end();
  } catch (error) {
    request.log.error({ error }, "A ZIP download was broken off");
    response.destroy();
  }
  return reply;
}

interface Target {
  response: ServerResponse;
  share: RequestShare | null;
}

async function writeObjectPart(
  storage: ObjectStorage,
  key: string,
  range: ByteRange,
  { response, share }: Target,
): Promise<void> {
  const path = storage.localPath(key);
  if (path !== null) return writeFilePart(path, range, response, { share });
  const stream = await storage.read(key, range);
  // Closes the store's connection when the client disconnects.
  const stop = () => stream.destroy();
  response.once("close", stop);
  share?.pause();
  try {
    let missing = range.end - range.start + 1;
    for await (const chunk of stream) {
      const bytes: Uint8Array = chunk;
      missing -= bytes.length;
      await writeBytes(response, bytes);
      if (response.destroyed) return;
    }
    if (missing !== 0) throw new Error(`The object ${key} ended ${missing} bytes too early.`);
  } finally {
    response.off("close", stop);
    stream.destroy();
  }
}
