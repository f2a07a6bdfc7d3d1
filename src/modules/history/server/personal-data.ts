import type { PersonalData } from "#core/server/personal-data.ts";

import { listEntriesOf } from "./queries.ts";

/** What the user has done to tasks. */
export const historyData: PersonalData = {
  part: "history",
  read: ({ tx }, personId) => listEntriesOf(tx, personId),
};
