import { currentActor, type Context } from "#core/server/context.ts";
import { type ChosenRole, peopleError, type User } from "#modules/people/contract/people.ts";

import { presentUser } from "./present.ts";
import { setFirstRole } from "./queries.ts";

/** Sets the actor's role and returns their profile. Applies to all their sessions. Fails with `role_chosen`. */
export async function chooseRole(ctx: Context, role: ChosenRole): Promise<User> {
  const { id } = currentActor(ctx);
  const person = await setFirstRole(ctx.tx, id, role);
  if (!person) throw peopleError("role_chosen");
  return presentUser(person, id);
}
