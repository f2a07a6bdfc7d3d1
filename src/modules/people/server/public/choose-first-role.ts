import type { Context } from "#core/server/context.ts";
import { type ChosenRole, peopleError } from "#modules/people/contract/people.ts";

import { setFirstRole } from "../people/queries.ts";

/** Sets the role of a person who has none, which applies to all their sessions. Fails with `role_chosen`. */
export async function chooseFirstRole(ctx: Context, personId: number, role: ChosenRole): Promise<void> {
  if (!(await setFirstRole(ctx.tx, personId, role))) throw peopleError("role_chosen");
}
