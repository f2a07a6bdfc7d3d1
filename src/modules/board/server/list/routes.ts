import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { boardEndpoints } from "#modules/board/contract/board.ts";

import { countTasks, listTasks } from "./task-list.ts";

export function boardHandlers(): Handlers<typeof boardEndpoints> {
  return {
    fetchTasks: async ({ read, query: { completed, waiting, ...query } }) =>
      read((ctx) =>
        listTasks(ctx, {
          ...query,
          ...(completed && { completed: completed === "true" }),
          waiting: waiting === "true",
        }),
      ),
    countTasks: async ({ read, query }) => read((ctx) => countTasks(ctx, query.creator)),
  };
}
