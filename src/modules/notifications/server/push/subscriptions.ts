import type { Push, PushSubscriptionKeys, VapidKeys } from "#adapters/push/push.ts";
import { actorOf, type Context, type ReadContext } from "#core/server/context.ts";

import {
  deleteAllSubscriptions,
  deleteKeys,
  deleteOldSubscriptions,
  findKeys,
  insertKeys,
  upsertSubscription,
} from "./queries.ts";

const purpose = "notifications.vapid";
/** Browsers of one user that get push notifications. */
const mostSubscriptions = 20;

/**
 * The server's keys for push services, created by the first call and stored encrypted. If the secret of the installation
 * has changed, they are replaced, and browsers subscribe again when they next open the app.
 */
export async function vapidKeys(ctx: Context, push: Pick<Push, "createKeys">): Promise<VapidKeys> {
  const known = await readKeys(ctx);
  if (known) return known;
  if (await findKeys(ctx.tx)) {
    await deleteKeys(ctx.tx);
    await deleteAllSubscriptions(ctx.tx);
  }
  const { publicKey, privateKey } = push.createKeys();
  await insertKeys(ctx.tx, { publicKey, encryptedPrivateKey: ctx.keyring.encrypt(purpose, privateKey) });
  // Another process may have been faster.
  const stored = await readKeys(ctx);
  if (!stored) throw new Error("The keys for push services can't be read.");
  return stored;
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
  const { id: personId, sessionId } = actorOf(ctx);
  await upsertSubscription(ctx.tx, { ...subscription, personId, sessionId, createdAt: ctx.now });
  await deleteOldSubscriptions(ctx.tx, personId, mostSubscriptions);
}
