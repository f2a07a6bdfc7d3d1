import { inBatches } from "#core/server/batches.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import { listPersonApprovals } from "./approvals/queries.ts";
import { listVersionsOfUser, type VersionOfUser } from "./versions/queries.ts";

/** Versions of the user's tasks, and versions that the user uploaded to any task. */
export const reviewData: PersonalData = {
  part: "versions",
  read: async ({ tx }, personId) =>
    inBatches({
      limit: 50,
      read: (last: VersionOfUser | null, limit) => listVersionsOfUser(tx, { personId, last, limit }),
      present: (rows) => rows,
    }),
};

/** Approvals that the user has given where several people have to approve a version. */
export const approvalsData: PersonalData = {
  part: "approvals",
  read: ({ tx }, personId) => listPersonApprovals(tx, personId),
};
