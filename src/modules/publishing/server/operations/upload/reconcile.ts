import { AdapterError } from "#core/adapter-error.ts";
import { inDoubt, inDoubtSeveral, uploadUnfinished } from "#modules/publishing/rules/problem-codes.ts";
import { type DeliveryRow, noSession } from "#modules/publishing/server/deliveries/queries.ts";
import { findDestination } from "#modules/publishing/server/destinations/queries.ts";

import type { Operation } from "../operation.ts";
import { storeChange } from "./session.ts";
import type { Source } from "./source.ts";

/** Failed attempts after which a platform that has all bytes is no longer expected to create the video. */
const finishingAttempts = 4;

interface Session {
  source: Source;
  sessionUri: string;
}

/**
 * The id of a video whose upload session the platform no longer knows; null if it cannot exist, after which the upload
 * starts again. Throws `in_doubt` when only the user can find out.
 */
export async function reconcileGone(operation: Operation, session: Session): Promise<string | null> {
  // A video is complete only after its last byte.
  if (operation.delivery.lastChunkAt !== null) {
    const videoId = await findVideo(operation, session.source);
    if (videoId !== null) return videoId;
    if (!isDiscarded(operation.delivery))
      throw needsUser(inDoubt, "The session is gone, and no recent upload matches.");
  }
  // Some platforms, such as Vimeo, have an unfinished video from the start of the upload on.
  const { call } = operation;
  await call("publishing", async (access, { discardSession }) =>
    discardSession?.(access, session.sessionUri),
  );
  return startAgain(operation);
}

/**
 * The id of the video of an upload of which the platform has all bytes without reporting a video. After some attempts it
 * is discarded and starts again, once: null. Throws `upload_unfinished` the second time.
 */
export async function reconcileComplete(
  operation: Operation,
  { source, sessionUri }: Session,
): Promise<string | null> {
  const { call, delivery, row } = operation;
  const videoId = await findVideo(operation, source);
  if (videoId !== null) return videoId;
  if (row.attempt < finishingAttempts) throw unfinishedError();
  if (delivery.resentAt !== null && !isDiscarded(delivery)) {
    throw needsUser(uploadUnfinished, "The platform has all bytes for the second time, and no video.");
  }
  await call("publishing", async (access, { discardSession }) => {
    // Without it, as at YouTube, the platform may still finish the upload later.
    if (!discardSession) throw unfinishedError();
    // Stored before, so that after a kill the missing session leaves no doubt.
    await storeChange(operation, { resentAt: operation.now });
    await discardSession(access, sessionUri);
  });
  // The video may have been created just before.
  return (await findVideo(operation, source)) ?? startAgain(operation);
}

/** Whether the session was discarded, or was about to be before a kill, because it didn't become a video. */
function isDiscarded({ resentAt, sessionStartedAt }: DeliveryRow): boolean {
  return resentAt !== null && sessionStartedAt !== null && sessionStartedAt <= resentAt;
}

async function startAgain(operation: Operation): Promise<null> {
  await storeChange(operation, noSession);
  return null;
}

/** The id of the channel's only video that matches the upload, null without one. Throws `in_doubt_several`. */
async function findVideo(
  { dependencies, call, delivery }: Operation,
  { bytes }: Source,
): Promise<string | null> {
  const { destinationId, sessionStartedAt: startedAt, sessionTitle: title } = delivery;
  if (startedAt === null || title === null) return null;
  const channel =
    destinationId && (await dependencies.read(null, (ctx) => findDestination(ctx.tx, destinationId)));
  const uploadsPlaylistId = channel ? channel.uploadsPlaylistId : null;
  const lost = { uploadsPlaylistId, title, bytes, startedAt };
  const candidates = await call("publishing", (access, platform) => platform.findUpload(access, lost));
  if (candidates.length > 1) throw needsUser(inDoubtSeveral, `${candidates.length} recent uploads match.`);
  return candidates[0]?.videoId ?? null;
}

/** The platform has all bytes, and may still create the video. */
export function unfinishedError(): AdapterError {
  const message = "The platform has all bytes, and no video yet.";
  return new AdapterError({ kind: "retry", code: "not_finished", message });
}

function needsUser(code: string, message: string): AdapterError {
  return new AdapterError({ kind: "needs-user", code, message });
}
