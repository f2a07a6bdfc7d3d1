import type { PersonalData } from "#core/server/personal-data.ts";

import { listPersonContributions } from "./queries.ts";

/** The tasks to which the user contributes. */
export const contributionsData: PersonalData = {
  part: "contributions",
  read: async (ctx, personId) => {
    const rows = await listPersonContributions(ctx.tx, personId);
    return rows.map(({ taskId, label, rights, createdAt }) => {
      return { taskId, label, rights, createdAt };
    });
  },
};
