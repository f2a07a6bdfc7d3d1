import { AdapterError } from "#core/adapter-error.ts";
import type { Context } from "#core/server/context.ts";
import { cancelled, cancelledKept, cancelling } from "#modules/publishing/rules/problem-codes.ts";
import { discardPolicy } from "#modules/publishing/rules/retry-policy.ts";
import { changeDelivery, type DeliveryRow, noUpload } from "#modules/publishing/server/deliveries/queries.ts";
import { connectedPlatform } from "#modules/publishing/server/destinations/access.ts";
import { deleteAdditions } from "#modules/publishing/server/operations/queries.ts";

import type { Operation, OperationWork, Outcome } from "../operation.ts";
import { decryptSession, unstoredUpload } from "../upload/session.ts";
import { openSource } from "../upload/source.ts";

/** Deletes what a cancelled delivery has uploaded, or stores that the creator has to. */
export const discard: OperationWork = {
  run: discardUpload,
  retry: ({ kind }) => (kind === "retry" ? discardPolicy : null),
  fail: keep,
};

async function discardUpload(operation: Operation): Promise<Outcome> {
  const { call, delivery } = operation;
  const { id, problemCode } = delivery;
  if (problemCode !== cancelling) return { kind: "done" };
  const upload = await uploadedVideo(operation);
  if (upload === "unknown") return { kind: "done", record: (ctx) => keep(ctx, delivery) };
  if (upload === "none") await discardSession(operation);
  else await call("publishing", (access, platform) => platform.deleteVideo(access, upload.videoId));
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
async function discardSession({ dependencies, call, delivery }: Operation): Promise<void> {
  const { encryptedSessionUri: stored, sessionStartedAt } = delivery;
  if (stored === null && sessionStartedAt === null) return;
  try {
    const platform = await connectedPlatform(dependencies, delivery.destinationId);
    if (stored !== null) {
      const sessionUri = decryptSession(dependencies.keyring, stored);
      await call("publishing", async (access) => platform.discardSession?.(access, sessionUri));
      return;
    }
    if (!platform.discardUnstored) return;
    const unstored = unstoredUpload(delivery, await openSource(dependencies, delivery));
    if (unstored) await call("publishing", async (access) => platform.discardUnstored?.(access, unstored));
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind === "retry") throw error;
  }
}

/** The video exists from the last byte on, of which the server may not know. */
async function uploadedVideo({
  dependencies,
  call,
  delivery,
}: Operation): Promise<{ videoId: string } | "none" | "unknown"> {
  const { platformVideoId, encryptedSessionUri, lastChunkAt, bytes } = delivery;
  if (platformVideoId !== null) return { videoId: platformVideoId };
  if (encryptedSessionUri === null || lastChunkAt === null) return "none";
  const session = { sessionUri: decryptSession(dependencies.keyring, encryptedSessionUri), bytes };
  const status = await call("publishing", (access, platform) => platform.sessionStatus(access, session));
  if ("gone" in status) return "unknown";
  return "video" in status ? { videoId: status.video.id } : "none";
}
