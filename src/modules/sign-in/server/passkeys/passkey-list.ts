import { commonError } from "#core/error.ts";
import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { lockPerson } from "#modules/people/server/public/credentials.ts";
import { passkeyError, type Passkey } from "#modules/sign-in/contract/passkeys.ts";

import { countSignInMethods } from "../methods/sign-in-methods.ts";
import { presentPasskey } from "./present.ts";
import { deletePasskey, findPasskeys, findPasskey } from "./queries.ts";

export async function listPasskeys(ctx: ReadContext): Promise<Passkey[]> {
  return (await findPasskeys(ctx.tx, currentActor(ctx).id)).map(presentPasskey);
}

/** Deletes one of the actor's passkeys. Fails with `last_sign_in_method`. */
export async function removePasskey(ctx: Context, id: string): Promise<void> {
  const personId = currentActor(ctx).id;
  // The lock makes concurrent removals count what is left one after the other.
  await lockPerson(ctx, personId);
  const passkey = await findPasskey(ctx.tx, id);
  if (passkey?.personId !== personId) throw commonError("not_found");
  if ((await countSignInMethods(ctx, personId)) === 1) throw passkeyError("last_sign_in_method");
  await deletePasskey(ctx.tx, { id, personId });
}
