import { commonError } from "#core/error.ts";
import { actorOf, type Context, type ReadContext } from "#core/server/context.ts";
import { passkeyError, type Passkey } from "#modules/accounts/contract/passkeys.ts";

import { deletePasskey, findPasskeys, findPasskey } from "../store/passkeys.ts";
import { lockPerson } from "../store/people.ts";
import { countWaysIn } from "../store/ways-in.ts";
import { presentPasskey } from "./present.ts";

export async function listPasskeys(ctx: ReadContext): Promise<Passkey[]> {
  return (await findPasskeys(ctx.tx, actorOf(ctx).id)).map(presentPasskey);
}

/** Removes one of the actor's passkeys; the last way to sign in stays. */
export async function removePasskey(ctx: Context, id: string): Promise<void> {
  const personId = actorOf(ctx).id;
  // Of two removals at once the second has to see what the first has left.
  await lockPerson(ctx.tx, personId);
  const passkey = await findPasskey(ctx.tx, id);
  if (passkey?.personId !== personId) throw commonError("not_found");
  if ((await countWaysIn(ctx.tx, personId)) === 1) throw passkeyError("last_way_in");
  await deletePasskey(ctx.tx, { id, personId });
}
