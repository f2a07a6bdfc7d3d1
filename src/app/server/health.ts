import type { FastifyInstance } from "fastify";
import { z } from "zod";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { apiBase } from "#core/endpoint-address.ts";

const parts = z.object({
  database: z.boolean(),
  store: z.boolean(),
  jobs: z.boolean(),
  /** Only in a process that runs the sandbox platform. */
  sandbox: z.boolean().optional(),
});

/** Returns for each part of the process whether it is ready. */
export type CheckHealth = () => Promise<z.output<typeof parts>>;

/** Checks the adapters of a process, each for at most 3 s. */
export function createHealthCheck(adapters: {
  pool: { query: (text: string) => Promise<unknown> };
  storage: Pick<ObjectStorage, "check">;
  jobs: { ready: () => Promise<boolean> };
  isSandboxRunning?: (() => boolean) | null | undefined;
}): CheckHealth {
  return async () => {
    const [database, store, jobs] = await Promise.all([
      within(adapters.pool.query("select 1").then(() => true)),
      within(adapters.storage.check().then(() => true)),
      within(adapters.jobs.ready()),
    ]);
    const { isSandboxRunning } = adapters;
    return { database, store, jobs, ...(isSandboxRunning && { sandbox: isSandboxRunning() }) };
  };
}

/** `GET /api/v1/health`: 200 if all parts are ready, otherwise 503 with the state of each. */
export function registerHealth(app: FastifyInstance, check: CheckHealth): void {
  const reply = z.object({ data: parts, message: z.string() });
  // A server that is stopping, or has lost its database, responds as to all other requests.
  const refusal = z.object({ message: z.string(), code: z.string() });
  app.get(
    `${apiBase}/health`,
    {
      logLevel: "error",
      config: { kind: "health" },
      schema: {
        tags: ["server"],
        summary: "Server readiness",
        response: { 200: reply, 503: z.union([reply, refusal]) },
      },
    },
    async (_request, response) => {
      const data = await check();
      const ready = Object.values(data).every(Boolean);
      response.code(ready ? 200 : 503).header("cache-control", "no-store");
      return { data, message: ready ? "Ready." : "Not ready." };
    },
  );
}

/** False if `answer` fails or takes longer than 3 s. */
async function within(answer: Promise<boolean>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 3000).unref());
  return Promise.race([answer.catch(() => false), late]);
}
