import { pino } from "pino";

import { withDatabase } from "#app/server/open-database.ts";

import type { Reelay } from "./reelay.ts";

/** Moves the time of a task's scheduled videos three minutes into the past, with the job that was enqueued for it. */
export async function passPublishTime({ dataFolder }: Reelay, taskId: number): Promise<void> {
  const options = { name: "e2e", log: pino({ level: "silent" }) };
  await withDatabase({ databaseUrl: null, dataFolder }, options, async (client) => {
    await client.query(
      "update deliveries set publish_at = now() - interval '3 minutes' where task_id = $1 and publish_at is not null",
      [taskId],
    );
    await client.query(
      `update pgboss.job set start_after = now()
       where name = 'publishing.confirm-public' and state = 'created' and data ->> 'taskId' = $1`,
      [String(taskId)],
    );
  });
}
