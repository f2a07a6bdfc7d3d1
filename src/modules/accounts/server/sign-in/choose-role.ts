import { actorOf, type Context } from "#core/server/context.ts";
import type { User } from "#modules/accounts/contract.ts";
import { googleError, type ChosenRole } from "#modules/accounts/contract/google.ts";

import { presentUser } from "../present.ts";
import { setFirstRole } from "../store/people.ts";

/** Gives a role to the actor, who came without one. Every session has it from the next call on. Fails with `role_chosen`. */
export async function chooseRole(ctx: Context, role: ChosenRole): Promise<User> {
  const { id } = actorOf(ctx);
  const person = await setFirstRole(ctx.tx, id, role);
  if (!person) throw googleError("role_chosen");
  return presentUser(person, id);
}
