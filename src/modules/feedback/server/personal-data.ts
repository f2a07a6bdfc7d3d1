import type { PersonalData } from "#core/server/personal-data.ts";

import { findWritten } from "./account-queries.ts";

/** Comments and replies that the user has written. */
export const feedbackData: PersonalData = {
  part: "comments",
  read: ({ tx }, personId) => findWritten(tx, personId),
};
