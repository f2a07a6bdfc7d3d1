import type { PublishingPlatform } from "#adapters/video-platform/publishing-platform.ts";
import type { Received } from "#adapters/video-platform/upload-session.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { uploadComplete } from "#modules/publishing/realtime-messages.ts";
import { chunkAfterFailure, endOfChunk, nextChunk } from "#modules/publishing/rules/chunk-size.ts";
import { membersOf } from "#modules/tasks/rules.ts";
import { readTask } from "#modules/tasks/server/actions.ts";

import { accessFor, connectedPlatform, isAccessExpired, withAccess } from "../destinations/access.ts";
import { sendAdditions } from "../details/additions.ts";
import { uploadDetails } from "../details/video-details.ts";
import { changeInProgress, type DeliveryRow, noSession } from "../queries.ts";
import type { Delivery, UploadState } from "./delivery.ts";
import { createProgressReporter, type ProgressReporter } from "./progress-reporter.ts";
import { notFinished, reconcileComplete, reconcileGone } from "./reconcile.ts";
import type { Progressed } from "./retry.ts";
import { decryptSession, encryptSession, unstoredUpload } from "./session.ts";
import { chunkBody, createSourceHash, openSource, type Source, sourceChanged, storedHash } from "./source.ts";
import { storeChange } from "./store-change.ts";

interface Upload {
  delivery: Delivery;
  platform: PublishingPlatform;
  row: DeliveryRow;
  source: Source;
  state: UploadState;
  reporter: ProgressReporter;
  progressed: Progressed;
}

/**
 * Uploads the video as private. Asks the platform for the confirmed bytes before it sends any, continues there, and
 * stores the video's id as soon as the platform returns it: from then on nothing is uploaded again.
 */
export async function uploadVideo(
  delivery: Delivery,
  row: DeliveryRow,
  progressed: Progressed,
): Promise<void> {
  const { dependencies } = delivery;
  const { id, taskId } = row;
  const { storage } = dependencies;
  const platform = await connectedPlatform(dependencies, row.destinationId);
  const source = await openSource(dependencies, row);
  delivery.upload ??= {
    hash: createSourceHash(storage, source.key),
    chunk: platform.chunkBytes,
    confirmed: -1,
  };
  const people = membersOf(await dependencies.read(null, (ctx) => readTask(ctx, taskId)));
  const { sentBytes, confirmedBytes } = row;
  const reporter = createProgressReporter(dependencies, {
    ...{ id, taskId, people, bytes: source.bytes, reached: { sentBytes, confirmedBytes } },
    onEnded: () => delivery.ended.abort(),
  });
  try {
    const videoId = await findOrSend({
      ...{ delivery, platform, row, source, reporter, progressed },
      state: delivery.upload,
    });
    if (videoId === null) return;
    await reporter.close();
    await dependencies.run(null, async (ctx) => {
      const uploaded = { sentBytes: source.bytes, confirmedBytes: source.bytes, encryptedSessionUri: null };
      const change = { step: "thumbnail", ...uploaded } as const;
      const watchUrl = platform.watchUrl(videoId);
      if (await changeInProgress(ctx.tx, row, { ...change, platformVideoId: videoId, watchUrl })) {
        await ctx.enqueue(sendAdditions, { taskId, later: false }, { userId: row.personId });
        ctx.notifyClients([row.personId], uploadComplete, { taskId, deliveryId: id });
      }
    });
  } finally {
    await reporter.close();
  }
}

/** The platform's id of the finished video; null when the row has changed and must be read again. */
async function findOrSend(upload: Upload): Promise<string | null> {
  const { delivery, row, source } = upload;
  const { dependencies } = delivery;
  if (row.encryptedSessionUri === null) {
    await openSession(delivery, row, source);
    return null;
  }
  const sessionUri = decryptSession(dependencies.keyring, row.encryptedSessionUri);
  const status = await withAccess(dependencies, row.destinationId, "publishing", (access, platform) =>
    platform.sessionStatus(access, { sessionUri, bytes: source.bytes }),
  );
  if ("gone" in status) return reconcileGone(delivery, row, source);
  if ("video" in status) return status.video.id;
  if (status.received === source.bytes) {
    await reportConfirmed(upload, status.received);
    return reconcileComplete(delivery, row, { source, sessionUri });
  }
  if (row.lastChunkAt !== null) await storeChange(delivery, row, { lastChunkAt: null });
  return sendFrom(upload, sessionUri, status.received);
}

/**
 * Opens a session with the current details, private, and stores it before a byte is sent. Its reference is stored before
 * that, so that a session is found whose process ended in between.
 */
async function openSession(delivery: Delivery, row: DeliveryRow, source: Source): Promise<void> {
  const { dependencies, upload } = delivery;
  if (upload) upload.confirmed = -1;
  const { keyring } = dependencies;
  const unstored = unstoredUpload(row, source);
  const { details, notifySubscribers, now } = await dependencies.read(null, async (ctx) => ({
    ...(await uploadDetails(ctx, row.taskId)),
    now: ctx.now,
  }));
  if (unstored) {
    await withAccess(dependencies, row.destinationId, "publishing", async (access, { discardUnstored }) =>
      discardUnstored?.(access, unstored),
    );
  }
  if (unstored?.title !== details.title) {
    return storeChange(delivery, row, {
      ...{ ...noSession, sessionStartedAt: now, sessionTitle: details.title },
    });
  }
  const { reference } = unstored;
  const { sessionUri } = await withAccess(dependencies, row.destinationId, "publishing", (access, platform) =>
    platform.openSession(access, {
      reference,
      metadata: { ...details, privacy: "private" },
      notifySubscribers,
      bytes: source.bytes,
      type: source.type,
    }),
  );
  const encryptedSessionUri = encryptSession(keyring, sessionUri);
  await storeChange(delivery, row, { encryptedSessionUri });
}

async function sendFrom(upload: Upload, sessionUri: string, received: number): Promise<string> {
  const { source, delivery } = upload;
  await reportConfirmed(upload, received);
  let start = received;
  while (start < source.bytes) {
    delivery.stop.throwIfAborted();
    const result = await sendChunk(upload, sessionUri, start);
    if ("video" in result) return result.video.id;
    await reportConfirmed(upload, result.received);
    if (result.received <= start) throw noProgress();
    start = result.received;
  }
  throw notFinished();
}

async function sendChunk(upload: Upload, sessionUri: string, start: number): Promise<Received> {
  const { delivery, platform, row, source, state, reporter } = upload;
  const { dependencies, stop } = delivery;
  const { bytes, type } = source;
  const end = endOfChunk({ start, bytes, chunk: state.chunk }, platform);
  await state.hash.catchUp(start, stop);
  const expected = end === bytes ? await prepareLastChunk(upload) : null;
  const access = await accessFor(dependencies, row.destinationId);
  const body = await chunkBody(dependencies, source, { start, end });
  const started = performance.now();
  let at = start;
  try {
    const result = await platform.sendChunk(access, {
      ...{ sessionUri, start, end, body, bytes, type },
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
async function prepareLastChunk({ delivery, row, source }: Upload): Promise<string> {
  const expected = await storedHash(delivery.dependencies, source.videoId, delivery.stop);
  const uploading = await delivery.dependencies.run(null, (ctx) =>
    changeInProgress(ctx.tx, row, { lastChunkAt: ctx.now }),
  );
  if (!uploading) delivery.ended.abort();
  delivery.stop.throwIfAborted();
  return expected;
}

async function reportConfirmed({ state, reporter, progressed }: Upload, received: number): Promise<void> {
  reporter.confirmed(received);
  if (received <= state.confirmed) return;
  state.confirmed = received;
  await progressed();
}

/** The platform accepted a chunk and stored nothing of it. */
function noProgress(): AdapterError {
  const message = "The platform confirmed no bytes of the chunk.";
  return new AdapterError({ kind: "retry", code: "no_progress", message });
}
