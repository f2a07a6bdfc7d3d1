import type { Received } from "#adapters/video-platform/session.ts";
import { uploadComplete } from "#modules/publishing/contract.ts";
import { endOfPiece, nextPiece, pieceAfterFailure } from "#modules/publishing/rules/piece-size.ts";
import { lockTask } from "#modules/tasks/server/actions.ts";

import { accessFor, withAccess } from "../connection.ts";
import { DeliveryError, readFailure } from "../errors.ts";
import { changeUnderWay, type DeliveryRow } from "../store/deliveries.ts";
import { write, type Work } from "./delivery-row.ts";
import { createRelay, type Relay } from "./relay.ts";
import { createReporter, type Reporter } from "./reporter.ts";
import { openSession, reconcile, savedSession } from "./session.ts";
import { openSource, pieceBody, recordedHash, type Source, sourceChanged } from "./source.ts";

/**
 * Brings the video to the platform, private. Asks the platform how far it is before sending anything, sends from there
 * on, and stores the video's id as soon as the platform names it: from then on nothing is uploaded again.
 */
export async function uploadVideo(work: Work, row: DeliveryRow, progressed: () => void): Promise<void> {
  const { parts, taskId } = work;
  const source = await openSource(parts, row);
  work.relay ??= createRelay(parts, source);
  const task = await parts.run(null, (ctx) => lockTask(ctx, taskId));
  const people = [task.creatorId, task.editorId];
  const reporter = createReporter(parts, { taskId, bytes: source.bytes, people });
  try {
    const upload: Upload = { work, row, source, relay: work.relay, reporter, progressed };
    const videoId = await findOrSend(upload);
    if (videoId === null) return;
    await reporter.close();
    await parts.run(null, async (ctx) => {
      const change = { step: "thumbnail", sentBytes: source.bytes, encryptedSessionUri: null } as const;
      const watchUrl = parts.platform.watchUrl(videoId);
      if (await changeUnderWay(ctx.tx, row, { ...change, platformVideoId: videoId, watchUrl })) {
        ctx.notifyClients([row.personId], uploadComplete, { taskId });
      }
    });
  } finally {
    await reporter.close();
  }
}

interface Upload {
  work: Work;
  row: DeliveryRow;
  source: Source;
  relay: Relay;
  reporter: Reporter;
  progressed: () => void;
}

/** The platform's id of the finished video; null when the row has changed and has to be read again. */
async function findOrSend(upload: Upload): Promise<string | null> {
  const { work, row, source } = upload;
  const { parts } = work;
  const saved = await savedSession(work, row);
  if (saved === null) {
    await openSession(work, row, source);
    return null;
  }
  const status = await withAccess(parts, row.personId, (access) =>
    parts.platform.sessionStatus(access, { sessionUri: saved, bytes: source.bytes }),
  );
  if ("gone" in status) return reconcile(work, row, source);
  if ("video" in status) return status.video.id;
  if (row.lastPieceAt !== null) await write(work, row, { lastPieceAt: null });
  return sendFrom(upload, saved, status.received);
}

async function sendFrom(upload: Upload, sessionUri: string, received: number): Promise<string> {
  const { source, work } = upload;
  noteConfirmed(upload, received);
  let at = received;
  while (at < source.bytes) {
    work.stop.throwIfAborted();
    const answer = await sendOne(upload, sessionUri, at);
    if ("video" in answer) return answer.video.id;
    noteConfirmed(upload, answer.received);
    if (answer.received <= at) throw noProgress();
    at = answer.received;
  }
  throw noProgress();
}

async function sendOne(upload: Upload, sessionUri: string, start: number): Promise<Received> {
  const { work, row, source, relay, reporter } = upload;
  const { parts, stop } = work;
  const end = endOfPiece({ start, bytes: source.bytes, piece: relay.piece }, parts.platform);
  await relay.hash.catchUp(start, stop);
  const expected = end === source.bytes ? await prepareLastPiece(upload) : null;
  const access = await accessFor(parts, row.personId);
  const body = await pieceBody(parts, source, { start, end });
  const began = performance.now();
  let at = start;
  try {
    const answer = await parts.platform.sendPiece(access, {
      sessionUri,
      start,
      end,
      body,
      bytes: source.bytes,
      type: source.type,
      inspect: (slice) => {
        relay.hash.add(at, slice);
        at += slice.byteLength;
        // A file that has changed never becomes complete at the platform: its last slice stays here.
        if (at === source.bytes && relay.hash.digest() !== expected) throw sourceChanged();
      },
      onSent: (bytes) => reporter.sent(start + bytes),
      signal: stop,
    });
    const milliseconds = performance.now() - began;
    relay.piece = nextPiece({ bytes: end - start, milliseconds }, parts.platform);
    return answer;
  } catch (error) {
    stop.throwIfAborted();
    // An expired token says nothing about the line; the status query of the next try renews it.
    if (readFailure(error)?.code !== "access_expired") {
      relay.piece = pieceAfterFailure(relay.piece, parts.platform);
    }
    throw error;
  }
}

/** From here on the video may exist though its answer is lost; that is written down before the bytes leave. */
async function prepareLastPiece({ work, row, source }: Upload): Promise<string> {
  const expected = await recordedHash(work.parts, source.videoId, work.stop);
  await work.parts.run(null, (ctx) => changeUnderWay(ctx.tx, row, { lastPieceAt: ctx.now }));
  return expected;
}

function noteConfirmed({ relay, reporter, progressed }: Upload, received: number): void {
  reporter.sent(received);
  reporter.confirmed(received);
  if (received <= relay.furthest) return;
  relay.furthest = received;
  progressed();
}

/** The platform took a piece and kept nothing of it, or all of them without naming a video. */
function noProgress(): DeliveryError {
  return new DeliveryError({
    kind: "retry",
    code: "no_progress",
    message: "The platform did not keep what was sent. We'll ask how far it has got.",
  });
}
