import type { PersonalData } from "#core/server/personal-data.ts";

import { listVersionsAbout } from "./store.ts";

/** The versions of a person's tasks with what was decided on them, and those that the person delivered to others. */
export const reviewData: PersonalData = {
  part: "versions",
  read: ({ tx }, personId) => listVersionsAbout(tx, personId),
};
