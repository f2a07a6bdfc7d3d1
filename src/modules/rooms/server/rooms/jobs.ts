import { z } from "zod";

import type { Context } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { after, day } from "#core/time.ts";
import { emptyFor } from "#modules/rooms/rules/limits.ts";
import { lockTask } from "#modules/tasks/server/public/tasks.ts";

import type { RoomsDependencies } from "../dependencies.ts";
import { deleteEndedRooms, listEmptyRoomTasks, readRoomTime } from "./queries.ts";
import { endTaskRoom } from "./settle.ts";

/** Ends rooms without participants, and deletes those that ended a day ago: late requests still learn why. */
const sweepRooms = defineJob({
  job: "rooms.sweep",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 60,
  expireSeconds: 300,
  concurrency: 1,
  cron: "37 * * * *",
});

export function sweepWorker({ run }: Pick<RoomsDependencies, "run">): JobWorker {
  return worker(sweepRooms, async () => {
    const empty = await run(null, async (ctx) => {
      const time = new Date(await readRoomTime(ctx.tx));
      await deleteEndedRooms(ctx.tx, after(time, -day));
      return listEmptyRoomTasks(ctx.tx, after(time, -emptyFor));
    });
    for (const taskId of empty) await run(null, (ctx) => endIfEmpty(ctx, taskId));
  });
}

async function endIfEmpty(ctx: Context, taskId: number): Promise<void> {
  await lockTask(ctx, taskId);
  const since = after(new Date(await readRoomTime(ctx.tx)), -emptyFor);
  if ((await listEmptyRoomTasks(ctx.tx, since)).includes(taskId)) await endTaskRoom(ctx, taskId, "empty");
}
