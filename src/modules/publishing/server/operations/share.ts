import { z } from "zod";

import type { ReadContext } from "#core/server/context.ts";
import type { EnqueueOptions } from "#core/server/job.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";

import { decryptSettings } from "../destinations/platforms.ts";
import { type DestinationRow, findDestination } from "../destinations/queries.ts";
import type { DeliveryRow } from "../queries.ts";

/** The creator and the host whose share of the workers a job of a delivery uses. */
export async function shareOf(
  ctx: Pick<ReadContext, "tx" | "keyring">,
  { personId, destinationId }: Pick<DeliveryRow, "personId" | "destinationId">,
): Promise<Pick<EnqueueOptions, "userId" | "host">> {
  const destination = destinationId ? await findDestination(ctx.tx, destinationId) : null;
  return { userId: personId, host: destination ? hostOf(ctx, destination) : undefined };
}

const settingsWithHost = z.object({ origin: z.url() });

/** Without readable settings, the job fails before it calls a host. */
function hostOf({ keyring }: Pick<ReadContext, "keyring">, row: DestinationRow): string | undefined {
  const { host } = descriptors[row.kind];
  if (host !== null) return host;
  if (row.encryptedSettings === null) return undefined;
  try {
    const settings: unknown = JSON.parse(decryptSettings(keyring, row.encryptedSettings));
    return new URL(settingsWithHost.parse(settings).origin).host;
  } catch {
    return undefined;
  }
}
