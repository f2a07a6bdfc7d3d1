import type { PersonalData } from "#core/server/personal-data.ts";

import { listVersionsAbout } from "./queries.ts";

/** Versions of the user's tasks, and versions that the user uploaded to any task. */
export const reviewData: PersonalData = {
  part: "versions",
  read: ({ tx }, personId) => listVersionsAbout(tx, personId),
};
