import { AdapterError } from "#core/adapter-error.ts";
import type { Context } from "#core/server/context.ts";
import { minute, second } from "#core/time.ts";
import { cancelled, cancelledKept, cancelling } from "#modules/publishing/rules/problem-codes.ts";
import type { PublishingDependencies } from "#modules/publishing/server/dependencies.ts";
import { connectedPlatform, withAccess } from "#modules/publishing/server/destinations/access.ts";
import { deleteAdditions } from "#modules/publishing/server/operation-queries.ts";
import { changeDelivery, type DeliveryRow, noUpload } from "#modules/publishing/server/queries.ts";

import type { Operation, OperationWork, Outcome } from "../operation.ts";
import { decryptSession, unstoredUpload } from "../upload/session.ts";
import { openSource } from "../upload/source.ts";

/** Attempts before the video is left to the creator, over about half an hour. */
const attempts = 14;
const maxWait = 5 * minute;

/** Deletes what a cancelled delivery has uploaded, or stores that the creator has to. */
export const discard: OperationWork = {
  run: discardUpload,
  waitAfter: ({ kind }, failures) =>
    kind !== "retry" || failures >= attempts ? null : Math.min(maxWait, second * 2 ** (failures - 1)),
  fail: keep,
};

async function discardUpload({ dependencies, delivery }: Operation): Promise<Outcome> {
  const { id, problemCode, destinationId } = delivery;
  if (problemCode !== cancelling) return { kind: "done" };
  const upload = await uploadedVideo(dependencies, delivery);
  if (upload === "unknown") return { kind: "done", record: (ctx) => keep(ctx, delivery) };
  if (upload === "none") await discardSession(dependencies, delivery);
  else {
    await withAccess(dependencies, destinationId, "publishing", (access, platform) =>
      platform.deleteVideo(access, upload.videoId),
    );
  }
  const record = async ({ tx }: Context) => {
    await changeDelivery(tx, id, { ...noUpload, problemCode: cancelled });
    await deleteAdditions(tx, id);
  };
  return { kind: "done", record };
}

async function keep({ tx }: Context, { id }: DeliveryRow): Promise<void> {
  await changeDelivery(tx, id, { problemCode: cancelledKept });
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
