import { inBatches } from "#core/server/batches.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import { listOfSender, type SentFile } from "./files/queries.ts";

/** The files that the user has sent into tasks. */
export const footageData: PersonalData = {
  part: "footage",
  read: async ({ tx }, personId) =>
    inBatches({
      limit: 500,
      read: (last: SentFile | null, limit) => listOfSender(tx, { personId, last, limit }),
      present: (rows) => rows,
    }),
};
