import { inBatches } from "#core/server/batches.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import { listVersionsAbout, type VersionAbout } from "./queries.ts";

/** Versions of the user's tasks, and versions that the user uploaded to any task. */
export const reviewData: PersonalData = {
  part: "versions",
  read: async ({ tx }, personId) =>
    inBatches({
      limit: 50,
      read: (last: VersionAbout | null, limit) => listVersionsAbout(tx, { personId, last, limit }),
      present: (rows) => rows,
    }),
};
