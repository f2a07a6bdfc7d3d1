import type { UnstoredUpload } from "#adapters/video-platform/upload.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { Keyring } from "#core/server/keyring.ts";
import {
  changeInProgress,
  type DeliveryChange,
  type DeliveryRow,
} from "#modules/publishing/server/deliveries/queries.ts";

import type { Operation } from "../operation.ts";
import type { Source } from "./source.ts";

const purpose = "publishing.session";

/** The URI of an upload session is a capability, and is stored encrypted. */
export function encryptSession(keyring: Keyring, sessionUri: string): string {
  return keyring.encrypt(purpose, sessionUri);
}

export function decryptSession(keyring: Keyring, encryptedSessionUri: string): string {
  return keyring.decrypt(purpose, encryptedSessionUri);
}

/** The session that is being opened, or was by a process that ended before it stored the URI; null before. */
export function unstoredUpload(
  { id, encryptedSessionUri, sessionStartedAt, sessionTitle: title }: DeliveryRow,
  { type }: Pick<Source, "type">,
): UnstoredUpload | null {
  if (encryptedSessionUri !== null || sessionStartedAt === null || title === null) return null;
  return { reference: `${id} ${sessionStartedAt.toISOString()}`, title, type };
}

/** Changes a delivery that is still at the step that was read. Throws otherwise, so that the row is read again. */
export async function storeChange(
  { dependencies, delivery }: Operation,
  change: DeliveryChange,
): Promise<void> {
  const changed = await dependencies.run(null, (ctx) => changeInProgress(ctx.tx, delivery, change));
  if (changed) return;
  const message = "The delivery was changed meanwhile.";
  throw new AdapterError({ kind: "retry", code: "delivery_changed", message });
}
