import { z } from "zod";

import type { Config } from "../config.ts";

const health = z.union([
  z.object({ data: z.object({ database: z.boolean(), store: z.boolean(), jobs: z.boolean() }) }),
  // While it stops.
  z.object({ code: z.literal("unavailable") }),
]);

/** Throws where Reelay answers on its port. */
export async function requireStopped({ listenOn, port }: Pick<Config, "listenOn" | "port">): Promise<void> {
  const host = listenOn === "0.0.0.0" ? "127.0.0.1" : listenOn.includes(":") ? `[${listenOn}]` : listenOn;
  const answer: unknown = await fetch(`http://${host}:${port}/api/v1/health`, {
    signal: AbortSignal.timeout(5000),
  })
    .then((response) => response.json())
    .catch(() => null);
  if (!health.safeParse(answer).success) return;
  throw new Error(`Reelay is running on port ${port}. Stop it, then restore again.`);
}
