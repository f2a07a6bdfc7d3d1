import { consentRecord } from "#modules/publishing/contract.ts";
import { inDoubt } from "#modules/publishing/rules/recovery-actions.ts";
import { lockTask } from "#modules/tasks/server/actions.ts";

import { noSession } from "../actions.ts";
import { withAccess } from "../connection.ts";
import { DeliveryError } from "../errors.ts";
import { findChannel } from "../store/channels.ts";
import type { DeliveryRow } from "../store/deliveries.ts";
import { write, type Work } from "./delivery-row.ts";
import type { Source } from "./source.ts";

const purpose = "publishing.session";
/** "People & Blogs": what most programs send where nobody is asked (platform reference 2.4). */
const usualCategory = "22";

/** The saved session of an upload, or null before there is one. */
export async function savedSession(work: Work, row: DeliveryRow): Promise<string | null> {
  const sealed = row.encryptedSessionUri;
  if (sealed === null) return null;
  return work.parts.run(null, async (ctx) => ctx.keyring.decrypt(purpose, sealed));
}

/** Opens a session with the present details, private, and keeps it before a byte is sent. */
export async function openSession(work: Work, row: DeliveryRow, source: Source): Promise<string> {
  const { parts, taskId } = work;
  const { task, now } = await parts.run(null, async (ctx) => ({
    task: await lockTask(ctx, taskId),
    now: ctx.now,
  }));
  const { title, description, tags, madeForKids } = task;
  const { syntheticMedia } = consentRecord.parse(row.consent);
  const { sessionUri } = await withAccess(parts, row.personId, (access) =>
    parts.platform.startSession(access, {
      metadata: {
        title,
        description,
        tags,
        madeForKids,
        syntheticMedia,
        categoryId: usualCategory,
        privacy: "private",
      },
      notifySubscribers: true,
      bytes: source.bytes,
      type: source.type,
    }),
  );
  const encryptedSessionUri = await parts.run(null, async (ctx) => ctx.keyring.encrypt(purpose, sessionUri));
  await write(work, row, { ...noSession, encryptedSessionUri, sessionStartedAt: now, sessionTitle: title });
  return sessionUri;
}

/**
 * What became of an upload whose session the platform has forgotten (platform reference 2.10). The video's id when it
 * arrived; null when it can't have, and the upload starts anew. Throws `in_doubt` when only a person can tell.
 */
export async function reconcile(work: Work, row: DeliveryRow, source: Source): Promise<string | null> {
  // A video comes into existence with its last byte only.
  if (row.lastPieceAt === null || row.sessionStartedAt === null || row.sessionTitle === null) {
    await write(work, row, noSession);
    return null;
  }
  const lost = { title: row.sessionTitle, bytes: source.bytes, startedAt: row.sessionStartedAt };
  const { parts } = work;
  const channel = await parts.run(null, (ctx) => findChannel(ctx.tx, row.personId));
  const uploadsPlaylistId = channel?.uploadsPlaylistId;
  const found = uploadsPlaylistId
    ? await withAccess(parts, row.personId, (access) =>
        parts.platform.findUpload(access, { uploadsPlaylistId, ...lost }),
      )
    : [];
  const [only, ...others] = found;
  if (only && others.length === 0) return only.videoId;
  throw new DeliveryError({
    kind: "needs-user",
    code: inDoubt,
    message: only
      ? `${parts.platform.name} has several videos that could be this one, and lost track of the upload. Look at the channel, delete what is too much, then look again.`
      : `${parts.platform.name} lost track of the upload just before its end, so the video may be on the channel already. Look there: if it isn't, upload it again.`,
  });
}
