import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { z } from "zod";

import { apiBase } from "#core/server/bind-endpoints.ts";

const parts = z.object({ database: z.boolean(), store: z.boolean(), jobs: z.boolean() });

interface Probed {
  pool: Pool;
  storage: { ready: () => Promise<boolean> };
  jobs: { ready: () => Promise<boolean> };
}

/**
 * `GET /api/v1/health`: 200 if database, storage and jobs are ready, otherwise 503 with the state of each.
 */
export function registerHealth(app: FastifyInstance, adapters: Probed): void {
  const reply = z.object({ data: parts, message: z.string() });
  app.get(
    `${apiBase}/health`,
    {
      logLevel: "error",
      schema: { tags: ["server"], summary: "Server readiness", response: { 200: reply, 503: reply } },
    },
    async (_request, response) => {
      const [database, store, jobs] = await Promise.all([
        within(adapters.pool.query("select 1").then(() => true)),
        within(adapters.storage.ready()),
        within(adapters.jobs.ready()),
      ]);
      const ready = database && store && jobs;
      response.code(ready ? 200 : 503).header("cache-control", "no-store");
      return { data: { database, store, jobs }, message: ready ? "Ready." : "Not ready." };
    },
  );
}

/** False if `answer` fails or takes longer than 3 s. */
async function within(answer: Promise<boolean>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 3000).unref());
  return Promise.race([answer.catch(() => false), late]);
}
