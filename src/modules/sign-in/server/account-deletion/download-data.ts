import { commonError } from "#core/error.ts";
import type { Actor } from "#core/server/context.ts";
import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import { downloadLimit } from "#modules/sign-in/rules/account-deletion.ts";

import type { SignInDependencies } from "../dependencies.ts";
import type { ReadAct, RunAct } from "../sessions/request-origin.ts";

/**
 * All data of the actor in one document, whose long lists are read while it is sent. Paths in it are relative to `server`; signed ones expire after a few hours.
 * Fails with 429 `too_many` if it is requested too often.
 */
export async function downloadData(
  { run, read }: { run: RunAct; read: ReadAct },
  actor: Actor,
  { personalData, appUrl }: Pick<SignInDependencies, "personalData" | "appUrl">,
): Promise<Record<string, unknown>> {
  const counted = { key: `download:person:${actor.id}`, limit: downloadLimit };
  const seconds = await run((ctx) => countAttempts(ctx, [counted]));
  if (seconds !== null) throw commonError("too_many", { retryAfterSeconds: seconds });
  return read(async (ctx) => {
    const data: Record<string, unknown> = { server: appUrl, madeAt: ctx.now };
    for (const { part, read: readPart } of personalData) data[part] = await readPart(ctx, actor.id);
    return data;
  });
}
