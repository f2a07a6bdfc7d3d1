import { endpointQuery } from "#core/web/endpoint-query.ts";
import { editorsEndpoints } from "#modules/profiles/contract/editors.ts";

import { teamEditorsKey } from "../query-keys.ts";

/** The editors of the user's team and tasks, with figures. */
export const teamEditorsQuery = endpointQuery({
  queryKey: teamEditorsKey,
  endpoint: editorsEndpoints.teamEditors,
  input: {},
  fallback: "Your editors couldn't be loaded.",
});

/** The user's open tasks that are assigned to an editor. */
export function openTasksQuery(personId: number) {
  return {
    ...endpointQuery({
      queryKey: [...teamEditorsKey, personId],
      endpoint: editorsEndpoints.openTasksOfEditor,
      input: { params: { personId } },
      fallback: "The tasks couldn't be loaded.",
    }),
    staleTime: 0,
  };
}
