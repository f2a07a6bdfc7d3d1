import { inBatches } from "#core/server/batches.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import { findCreatorSpecification, listStatementsOfPerson, type StatementRow } from "./queries.ts";

/** The user's delivery specification, and what they said about findings. */
export const checksData: PersonalData = {
  part: "checks",
  read: async ({ tx }, personId) => ({
    specification: await findCreatorSpecification(tx, personId),
    statements: inBatches({
      limit: 200,
      read: (last: StatementRow | null, limit) => listStatementsOfPerson(tx, { personId, last, limit }),
      present: (rows) => rows.map(({ personId: _personId, ...statement }) => statement),
    }),
  }),
};
