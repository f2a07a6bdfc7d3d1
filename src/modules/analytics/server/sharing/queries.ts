import { eq } from "drizzle-orm";

import type { Reading } from "#core/server/database.ts";

import { analyticsSettings } from "../tables.ts";

/** Whether a creator's editors see the results of their videos, which is on unless the creator has turned it off. */
export async function sharesResults(tx: Reading, creatorId: number): Promise<boolean> {
  const [row] = await tx
    .select({ share: analyticsSettings.shareResults })
    .from(analyticsSettings)
    .where(eq(analyticsSettings.personId, creatorId));
  return row?.share ?? true;
}
