import type { ReadContext } from "#core/server/context.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import { findCommentedTasks, findWrittenInTask } from "./account-queries.ts";
import { findLinksOf } from "./guests/queries.ts";

/** Comments and replies that the user has written, by task. */
export const feedbackData: PersonalData = {
  part: "comments",
  read: async (ctx, personId) => readWritten(ctx, personId),
};

/** Drawings are large. */
const rowsAtOnce = 20;

async function* readWritten({ tx }: ReadContext, personId: number) {
  for (const taskId of await findCommentedTasks(tx, personId)) {
    for (let after: number | undefined = 0; after !== undefined;) {
      const query = { taskId, personId, after, limit: rowsAtOnce };
      const rows: Awaited<ReturnType<typeof findWrittenInTask>> = await findWrittenInTask(tx, query);
      yield* rows;
      after = rows.at(-1)?.sequence;
    }
  }
}

/** Review links of the user's tasks. */
export const guestLinkData: PersonalData = {
  part: "reviewLinks",
  read: ({ tx }, personId) => findLinksOf(tx, personId),
};
