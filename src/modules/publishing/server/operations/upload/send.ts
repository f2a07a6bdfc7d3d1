import type { PublishingPlatform } from "#adapters/video-platform/publishing-platform.ts";
import type { Received } from "#adapters/video-platform/upload.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { chunkAfterFailure, endOfChunk, nextChunk } from "#modules/publishing/rules/chunk-size.ts";
import { changeInProgress } from "#modules/publishing/server/deliveries/queries.ts";
import { accessFor, isAccessExpired } from "#modules/publishing/server/destinations/access.ts";

import type { Operation } from "../operation.ts";
import type { ProgressReporter } from "./progress-reporter.ts";
import { unfinishedError } from "./reconcile.ts";
import { chunkBody, type Source, sourceChanged, storedHash } from "./source.ts";
import type { UploadState } from "./states.ts";

/** An attempt to upload the video. */
export interface Upload {
  operation: Operation;
  platform: PublishingPlatform;
  source: Source;
  state: UploadState;
  reporter: ProgressReporter;
}

/** Sends the bytes from `received` on, and returns the platform's id of the video. */
export async function sendFrom(upload: Upload, sessionUri: string, received: number): Promise<string> {
  const { source, operation } = upload;
  await reportConfirmed(upload, received);
  let start = received;
  while (start < source.bytes) {
    operation.stop.throwIfAborted();
    const result = await sendChunk(upload, sessionUri, start);
    if ("video" in result) return result.video.id;
    await reportConfirmed(upload, result.received);
    if (result.received <= start) throw noProgress();
    start = result.received;
  }
  throw unfinishedError();
}

async function sendChunk(upload: Upload, sessionUri: string, start: number): Promise<Received> {
  const { operation, platform, source, state, reporter } = upload;
  const { dependencies, delivery, stop } = operation;
  const { bytes, type } = source;
  const end = endOfChunk({ start, bytes, chunk: state.chunk }, platform);
  await state.hash.catchUp(start, stop);
  const expected = end === bytes ? await prepareLastChunk(upload) : null;
  const access = await accessFor(dependencies, delivery.destinationId);
  const body = await chunkBody(dependencies, source, { start, end });
  const started = performance.now();
  let at = start;
  try {
    const result = await platform.sendChunk(access, {
      sessionUri,
      start,
      end,
      body,
      bytes,
      type,
      inspect: (slice) => {
        state.hash.add(at, slice);
        at += slice.byteLength;
        // The last slice of a changed file is not sent, so that the platform never has the whole of it.
        if (at === bytes && state.hash.digest() !== expected) throw sourceChanged();
      },
      onSent: (sent) => reporter.sent(start + sent),
      signal: stop,
    });
    const milliseconds = performance.now() - started;
    state.chunk = nextChunk({ bytes: end - start, milliseconds }, platform);
    return result;
  } catch (error) {
    stop.throwIfAborted();
    // An expired token does not mean a slow connection; the status query of the next attempt refreshes it.
    if (!isAccessExpired(error)) state.chunk = chunkAfterFailure(state.chunk, platform);
    throw error;
  }
}

/** Returns the expected hash, and stores that the video may exist from now on even if the response is lost. */
async function prepareLastChunk({ operation, source }: Upload): Promise<string> {
  const { dependencies, delivery, ended, stop } = operation;
  const expected = await storedHash(dependencies, source.videoId);
  const uploading = await dependencies.run(null, (ctx) =>
    changeInProgress(ctx.tx, delivery, { lastChunkAt: ctx.now }),
  );
  if (!uploading) ended.abort();
  stop.throwIfAborted();
  return expected;
}

/** Reports what the platform has confirmed; more than before resets the count of failed attempts. */
export async function reportConfirmed(
  { state, reporter, operation }: Upload,
  received: number,
): Promise<void> {
  reporter.confirmed(received);
  if (received <= state.confirmed) return;
  state.confirmed = received;
  await operation.progressed();
}

/** The platform accepted a chunk and stored nothing of it. */
function noProgress(): AdapterError {
  const message = "The platform confirmed no bytes of the chunk.";
  return new AdapterError({ kind: "retry", code: "no_progress", message });
}
