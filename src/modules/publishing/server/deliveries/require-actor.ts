import { commonError } from "#core/error.ts";
import type { Actor } from "#core/server/context.ts";

/** The signed-in user of a call; throws 401 without one. */
export function requireActor(actor: Actor | null): Actor {
  if (!actor) throw commonError("unauthenticated");
  return actor;
}
