import { inBatches } from "#core/server/batches.ts";
import type { ReadContext } from "#core/server/context.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import { listRatingsBy, type RatingOfPerson } from "./profiles/queries.ts";

/** Ratings that the user has given and received. */
export const profilesData: PersonalData = {
  part: "ratings",
  read: async (ctx, personId) => ({
    given: readRatings(ctx, "given", personId),
    received: readRatings(ctx, "received", personId),
  }),
};

function readRatings({ tx }: ReadContext, side: "given" | "received", personId: number) {
  return inBatches({
    limit: 100,
    read: (last: RatingOfPerson | null, limit) =>
      listRatingsBy(tx, side, { personId, after: last?.taskId ?? 0, limit }),
    present: (rows) => rows,
  });
}
