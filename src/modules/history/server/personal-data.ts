import { inBatches } from "#core/server/batches.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import { type HistoryRow, listPersonEntries } from "./entries/queries.ts";

/** Actions of the user on tasks. */
export const historyData: PersonalData = {
  part: "history",
  read: async ({ tx }, personId) =>
    inBatches({
      limit: 200,
      read: (last: HistoryRow | null, limit) => listPersonEntries(tx, { personId, last, limit }),
      present: (rows) => rows,
    }),
};
