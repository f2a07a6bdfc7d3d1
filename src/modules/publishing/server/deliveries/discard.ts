import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";
import { defineJob } from "#core/server/job.ts";
import { after, minute, second } from "#core/time.ts";
import { deliveryChanged } from "#modules/publishing/realtime-messages.ts";
import { cancelled, cancelledKept, cancelling } from "#modules/publishing/rules/problem-codes.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { connectedPlatform, withAccess } from "../destinations/access.ts";
import { changeDelivery, type DeliveryRow, findDelivery, noUpload } from "../queries.ts";
import { deliveryLock } from "./delivery.ts";
import { decryptSession, unstoredUpload } from "./session.ts";
import { shareOf } from "./share.ts";
import { openSource } from "./source.ts";

/** Deletes what a cancelled delivery has uploaded. Enqueued again while the platform is unavailable. */
export const discardUpload = defineJob({
  job: "publishing.discard",
  data: z.object({ deliveryId: z.uuid(), attempt: z.number().int() }),
  retries: 5,
  retryDelaySeconds: 10,
  expireSeconds: 120,
  concurrency: 4,
  limits: { perUser: 2, perHost: 3 },
});

/** Attempts before the video is left to the creator, over about half an hour. */
const attempts = 14;
const maxWait = 5 * minute;

/** Deletes the video of a cancelled delivery at the platform, or stores that the creator has to. */
export async function discard(
  dependencies: PublishingDependencies,
  { deliveryId: id, attempt }: z.output<typeof discardUpload.data>,
): Promise<void> {
  const outcome = await withLock(dependencies, id, async () => {
    const row = await dependencies.read(null, (ctx) => findDelivery(ctx.tx, id));
    return row?.problemCode === cancelling ? deleteUpload(dependencies, row) : "nothing";
  });
  if (outcome === "nothing") return;
  await dependencies.run(null, async (ctx) => {
    const row = await findDelivery(ctx.tx, id);
    if (row?.problemCode !== cancelling) return;
    if (outcome === "later" && attempt < attempts) {
      const wait = Math.min(maxWait, second * 2 ** (attempt - 1));
      const later = { ...(await shareOf(ctx, row)), at: after(ctx.now, wait) };
      await ctx.enqueue(discardUpload, { deliveryId: id, attempt: attempt + 1 }, later);
      return;
    }
    const deleted = { ...noUpload, problemCode: cancelled };
    await changeDelivery(ctx.tx, id, outcome === "deleted" ? deleted : { problemCode: cancelledKept });
    ctx.notifyClients([row.personId], deliveryChanged, { taskId: row.taskId, deliveryId: id });
  });
}

type Outcome = "deleted" | "kept" | "later" | "nothing";

/** The worker of the delivery has its lock until it has stopped. */
async function withLock(
  { lock }: PublishingDependencies,
  id: string,
  act: () => Promise<Outcome>,
): Promise<Outcome> {
  const taken = await lock(deliveryLock(id));
  if (!taken) return "later";
  try {
    return await act();
  } finally {
    await taken.release();
  }
}

async function deleteUpload(dependencies: PublishingDependencies, row: DeliveryRow): Promise<Outcome> {
  try {
    const upload = await uploadedVideo(dependencies, row);
    if (upload === "unknown") return "kept";
    if (upload === "none") {
      await discardSession(dependencies, row);
      return "deleted";
    }
    await withAccess(dependencies, row.destinationId, "publishing", (access, platform) =>
      platform.deleteVideo(access, upload.videoId),
    );
    return "deleted";
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    return error.kind === "retry" ? "later" : "kept";
  }
}

/**
 * Deletes the bytes of an unfinished upload where the platform would keep them. Without access they stay: they are no
 * video, and the owner of the bucket can delete them.
 */
async function discardSession(dependencies: PublishingDependencies, row: DeliveryRow): Promise<void> {
  const { encryptedSessionUri: stored, sessionStartedAt, destinationId } = row;
  if (stored === null && sessionStartedAt === null) return;
  try {
    const { discardSession: discardStored, discardUnstored } = await connectedPlatform(
      dependencies,
      destinationId,
    );
    if (stored !== null) {
      const sessionUri = decryptSession(dependencies.keyring, stored);
      await withAccess(dependencies, destinationId, "publishing", async (access) =>
        discardStored?.(access, sessionUri),
      );
      return;
    }
    const unstored = discardUnstored && unstoredUpload(row, await openSource(dependencies, row));
    if (!unstored) return;
    await withAccess(dependencies, destinationId, "publishing", (access) =>
      discardUnstored(access, unstored),
    );
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind === "retry") throw error;
  }
}

/** The video exists from the last byte on, of which the server may not know. */
async function uploadedVideo(
  dependencies: PublishingDependencies,
  { platformVideoId, encryptedSessionUri, lastChunkAt, destinationId, bytes }: DeliveryRow,
): Promise<{ videoId: string } | "none" | "unknown"> {
  if (platformVideoId !== null) return { videoId: platformVideoId };
  if (encryptedSessionUri === null || lastChunkAt === null) return "none";
  const sessionUri = decryptSession(dependencies.keyring, encryptedSessionUri);
  const status = await withAccess(dependencies, destinationId, "publishing", (access, platform) =>
    platform.sessionStatus(access, { sessionUri, bytes }),
  );
  if ("gone" in status) return "unknown";
  return "video" in status ? { videoId: status.video.id } : "none";
}
