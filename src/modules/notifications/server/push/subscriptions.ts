import type { Push, PushSubscriptionKeys, VapidKeys } from "#adapters/push/push.ts";
import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";

import {
  deleteAllSubscriptions,
  deleteKeys,
  deleteOldSubscriptions,
  findKeys,
  insertKeys,
  lockKeys,
  upsertSubscription,
} from "./queries.ts";

const purpose = "notifications.vapid";
/** Browsers of one user that get push notifications. */
const maxSubscriptions = 20;

/**
 * The server's keys for push services, created by the first call and stored encrypted. If the secret of the installation
 * has changed, they are replaced, and browsers subscribe again when they next open the app.
 */
export async function vapidKeys(ctx: Context, push: Pick<Push, "createKeys">): Promise<VapidKeys> {
  await lockKeys(ctx.tx);
  // Another request may have been faster.
  const existing = await readKeys(ctx);
  if (existing) return existing;
  if (await findKeys(ctx.tx)) {
    await deleteKeys(ctx.tx);
    await deleteAllSubscriptions(ctx.tx);
  }
  const keys = push.createKeys();
  const encryptedPrivateKey = ctx.keyring.encrypt(purpose, keys.privateKey);
  await insertKeys(ctx.tx, { publicKey: keys.publicKey, encryptedPrivateKey });
  return keys;
}

/** The stored keys, or null if there are none of this secret. */
export async function readKeys({ tx, keyring }: ReadContext): Promise<VapidKeys | null> {
  const row = await findKeys(tx);
  if (!row) return null;
  try {
    return { publicKey: row.publicKey, privateKey: keyring.decrypt(purpose, row.encryptedPrivateKey) };
  } catch {
    return null;
  }
}

/** Sends push notifications to the actor's browser until the session ends. */
export async function subscribe(ctx: Context, subscription: PushSubscriptionKeys): Promise<void> {
  const { id: personId, sessionId } = currentActor(ctx);
  await upsertSubscription(ctx.tx, { ...subscription, personId, sessionId, createdAt: ctx.now });
  await deleteOldSubscriptions(ctx.tx, personId, maxSubscriptions);
}
