import { commonError } from "#core/error.ts";
import type { Actor } from "#core/server/context.ts";
import type { PersonalData } from "#core/server/personal-data.ts";
import { downloadLimit } from "#modules/accounts/rules/leaving.ts";

import type { RunAct } from "../sign-in/log-in.ts";
import { countTries } from "../sign-in/throttle.ts";

/**
 * Everything that is kept of the actor, as one document. Addresses in it are below `server` and, where they are signed,
 * work for some hours. 429 `too_many` when it is asked for too often.
 */
export async function downloadData(
  run: RunAct,
  actor: Actor,
  parts: { personalData: readonly PersonalData[]; appUrl: string },
): Promise<Record<string, unknown>> {
  const counted = { key: `download:person:${actor.id}`, limit: downloadLimit };
  const seconds = await run((ctx) => countTries(ctx, [counted]));
  if (seconds !== null) throw commonError("too_many", { retryAfterSeconds: seconds });
  return run(async (ctx) => {
    const data: Record<string, unknown> = { server: parts.appUrl, madeAt: ctx.now };
    for (const { part, read } of parts.personalData) data[part] = await read(ctx, actor.id);
    return data;
  });
}
