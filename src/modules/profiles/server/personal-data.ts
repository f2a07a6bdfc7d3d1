import type { PersonalData } from "#core/server/personal-data.ts";

import { listRatingsBy } from "./store.ts";

/** The stars and reviews that a person has given and received. */
export const profilesData: PersonalData = {
  part: "ratings",
  read: async ({ tx }, personId) => ({
    given: await listRatingsBy(tx, "given", personId),
    received: await listRatingsBy(tx, "received", personId),
  }),
};
