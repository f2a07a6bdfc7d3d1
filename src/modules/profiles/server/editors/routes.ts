import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { editorsEndpoints } from "#modules/profiles/contract/editors.ts";

import { listOpenTasks, listTeamEditors } from "./list.ts";

export function editorsHandlers(): Handlers<typeof editorsEndpoints> {
  return {
    teamEditors: ({ read }) => read(listTeamEditors),
    openTasksOfEditor: ({ params, read }) => read((ctx) => listOpenTasks(ctx, params.personId)),
  };
}
