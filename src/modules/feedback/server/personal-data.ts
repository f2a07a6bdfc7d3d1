import type { PersonalData } from "#core/server/personal-data.ts";

import { findWritten } from "./account-queries.ts";
import { findLinksOf } from "./guests/queries.ts";

/** Comments and replies that the user has written. */
export const feedbackData: PersonalData = {
  part: "comments",
  read: ({ tx }, personId) => findWritten(tx, personId),
};

/** Review links of the user's tasks. */
export const guestLinkData: PersonalData = {
  part: "reviewLinks",
  read: ({ tx }, personId) => findLinksOf(tx, personId),
};
