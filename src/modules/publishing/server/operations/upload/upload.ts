import { AdapterError } from "#core/adapter-error.ts";
import { createExpiringCache } from "#core/server/expiring-cache.ts";
import { second } from "#core/time.ts";
import { uploadComplete } from "#modules/publishing/realtime-messages.ts";
import { stepPolicy } from "#modules/publishing/rules/retry-policy.ts";
import { notifyPublishers } from "#modules/publishing/server/deliveries/notify-publishers.ts";
import { changeInProgress, noSession } from "#modules/publishing/server/deliveries/queries.ts";
import { connectedPlatform } from "#modules/publishing/server/destinations/access.ts";
import { audience, readTask } from "#modules/tasks/server/public/tasks.ts";

import type { Operation, OperationWork, Outcome } from "../operation.ts";
import { step } from "../policies.ts";
import { requestFollowers } from "../request.ts";
import { uploadDetails } from "../upload-details.ts";
import { createProgressReporter } from "./progress-reporter.ts";
import { reconcileComplete, reconcileGone } from "./reconcile.ts";
import { reportConfirmed, sendFrom, type Upload } from "./send.ts";
import { decryptSession, encryptSession, storeChange, unstoredUpload } from "./session.ts";
import { createSourceHash, hashMissing, openSource } from "./source.ts";

/** Seconds until the next look at a hash that is being computed. */
const hashWait = 2;

/**
 * Uploads the video as private. Asks the platform for the confirmed bytes before it sends any, continues there, and
 * stores the video's id as soon as the platform returns it: from then on nothing is uploaded again.
 */
export const upload: OperationWork = { ...step, run: uploadVideo };

async function uploadVideo(operation: Operation): Promise<Outcome> {
  const { dependencies, delivery, uploads } = operation;
  const { secondInMilliseconds } = dependencies.retryPolicy ?? stepPolicy;
  const { id, taskId, destinationId, sentBytes, confirmedBytes } = delivery;
  const platform = await connectedPlatform(dependencies, destinationId);
  const source = await openSource(dependencies, delivery);
  const state = uploads.of(id, () => ({
    hash: createSourceHash(dependencies.storage, source.key),
    chunk: platform.chunkBytes,
    confirmed: -1,
  }));
  const clock = () => new Date();
  const membersFor = createExpiringCache<number[]>({ lifetime: second, maxEntries: 1, clock });
  const readMembers = () =>
    dependencies.read(null, async (ctx) => audience(ctx, await readTask(ctx, taskId)));
  const reporter = createProgressReporter(dependencies, {
    id,
    taskId,
    // Several reports a second: a removed member may get those of the last one.
    people: () => membersFor(id, readMembers),
    bytes: source.bytes,
    reached: { sentBytes, confirmedBytes },
    onEnded: () => operation.ended.abort(),
  });
  try {
    const videoId = await findOrSend({ operation, platform, source, state, reporter });
    if (videoId === null) return { kind: "later", wait: 0 };
    await reporter.close();
    uploads.forget(id);
    const uploaded = { sentBytes: source.bytes, confirmedBytes: source.bytes, encryptedSessionUri: null };
    const video = { platformVideoId: videoId, watchUrl: platform.watchUrl(videoId) };
    return {
      kind: "done",
      record: async (ctx) => {
        const next = await changeInProgress(ctx.tx, delivery, { step: "thumbnail", ...uploaded, ...video });
        if (!next) return;
        await requestFollowers(ctx, next, "upload");
        await notifyPublishers(ctx, { taskId }, uploadComplete, { taskId, deliveryId: id });
      },
    };
  } catch (error) {
    if (!(error instanceof AdapterError) || error.code !== hashMissing) throw error;
    // Not the platform's fault: the attempts are for its failures.
    return { kind: "later", wait: hashWait * secondInMilliseconds, problemCode: error.code };
  } finally {
    await reporter.close();
  }
}

/** The platform's id of the finished video; null when the row has changed and must be read again. */
async function findOrSend(upload: Upload): Promise<string | null> {
  const { operation, source } = upload;
  const { dependencies, call, delivery } = operation;
  if (delivery.encryptedSessionUri === null) {
    await openSession(upload);
    return null;
  }
  const sessionUri = decryptSession(dependencies.keyring, delivery.encryptedSessionUri);
  const session = { sessionUri, bytes: source.bytes };
  const status = await call("publishing", (access, platform) => platform.sessionStatus(access, session));
  if ("gone" in status) return reconcileGone(operation, { source, sessionUri });
  if ("video" in status) return status.video.id;
  if (status.received === source.bytes) {
    await reportConfirmed(upload, status.received);
    return reconcileComplete(operation, { source, sessionUri });
  }
  if (delivery.lastChunkAt !== null) await storeChange(operation, { lastChunkAt: null });
  return sendFrom(upload, sessionUri, status.received);
}

/**
 * Opens a session with the current details, private, and stores it before a byte is sent. Its reference is stored before
 * that, so that a session is found whose process ended in between.
 */
async function openSession({ operation, source, state }: Upload): Promise<void> {
  const { dependencies, call, delivery } = operation;
  state.confirmed = -1;
  const unstored = unstoredUpload(delivery, source);
  const { details, notifySubscribers, now } = await dependencies.read(null, async (ctx) => ({
    ...(await uploadDetails(ctx, delivery.taskId)),
    now: ctx.now,
  }));
  if (unstored) {
    await call("publishing", async (access, { discardUnstored }) => discardUnstored?.(access, unstored));
  }
  if (unstored?.title !== details.title) {
    return storeChange(operation, { ...noSession, sessionStartedAt: now, sessionTitle: details.title });
  }
  const { reference } = unstored;
  const { sessionUri } = await call("publishing", (access, platform) =>
    platform.openSession(access, {
      reference,
      metadata: { ...details, privacy: "private" },
      notifySubscribers,
      bytes: source.bytes,
      type: source.type,
    }),
  );
  await storeChange(operation, { encryptedSessionUri: encryptSession(dependencies.keyring, sessionUri) });
}
