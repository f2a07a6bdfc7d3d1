import { inBatches } from "#core/server/batches.ts";
import type { ReadContext } from "#core/server/context.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import { findCommentedTasks, findWrittenInTask, type WrittenComment } from "./comments/account-queries.ts";
import { findTaskLinks, type LinkOfCreator } from "./guests/queries.ts";

/** Comments and replies that the user has written, by task. */
export const feedbackData: PersonalData = {
  part: "comments",
  read: async (ctx, personId) => readWritten(ctx, personId),
};

async function* readWritten({ tx }: ReadContext, personId: number) {
  for (const taskId of await findCommentedTasks(tx, personId)) {
    yield* inBatches({
      // Drawings are large.
      limit: 20,
      read: (last: WrittenComment | null, limit) =>
        findWrittenInTask(tx, { taskId, personId, after: last?.sequence ?? 0, limit }),
      present: (rows) => rows,
    });
  }
}

/** Review links of the user's tasks. */
export const guestLinkData: PersonalData = {
  part: "reviewLinks",
  read: async ({ tx }, creatorId) =>
    inBatches({
      limit: 200,
      read: (last: LinkOfCreator | null, limit) => findTaskLinks(tx, { creatorId, last, limit }),
      present: (rows) => rows.map(({ id: _id, ...link }) => link),
    }),
};
