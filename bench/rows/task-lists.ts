import { endpointAddress } from "#core/endpoint-address.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { countTasks, listTasks } from "#modules/board/server/list/task-list.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { fillDatabase, openDatabase } from "../database.ts";
import { type Figure, median, milliseconds, plainFigure, type Row, type Settings } from "../figure.ts";
import { type ReadTarget, growthFigure, rateFigures, type Read } from "../read-figures.ts";
import { createRequester, timeOf } from "../request-timing.ts";
import { startProduct } from "../running-product.ts";
import { fillTasks } from "../task-rows.ts";

const connections = 8;

/** Requests of the Tasks screen, with the action behind each. */
const requests = {
  "open, waiting first": list({ completed: "false", sort: "waiting" }),
  "open, newest first": list({ completed: "false" }),
  "open, by deadline": list({ completed: "false", sort: "deadline" }),
  completed: list({ completed: "true" }),
  counts: { address: endpointAddress(boardEndpoints.countTasks, { query: {} }), act: countTasks },
} satisfies Record<string, Read>;

const search = list({ search: "episode 77" });

function list(query: { completed?: "true" | "false"; sort?: "deadline" | "waiting"; search?: string }): Read {
  const { completed, ...rest } = query;
  return {
    address: endpointAddress(boardEndpoints.fetchTasks, { query }),
    act: async (ctx) => {
      const status = completed && { completed: completed === "true" };
      return (await listTasks(ctx, { ...rest, limit: 30, ...status })).items;
    },
  };
}

/** Task lists over HTTP in a database of 1,000,000 tasks, compared with the SQL alone and with 10,000 tasks. */
export const taskLists: Row = {
  name: "task-lists",
  measure: async (settings) => {
    const few = await startWithTasks(settings, settings.tiny ? 4000 : 10_000);
    const many = await startWithTasks(settings, settings.tiny ? 5000 : 1_000_000);
    const calls = settings.tiny ? 5 : 200;
    const figures: Figure[] = [];
    for (const [what, request] of Object.entries(requests)) {
      figures.push(await growthFigure(`tasks, ${what}`, [request], { few, many }, settings));
      figures.push(...(await rateFigures(`tasks, ${what}`, [request], many, settings)));
    }
    const requester = createRequester(many.person, 1);
    const times: number[] = [];
    for (let call = 0; call < calls; call += 1)
      times.push(await timeOf(() => requester.request(search.address)));
    requester.close();
    return [...figures, plainFigure("tasks, search in one's own 1,030, p50", milliseconds(median(times)))];
  },
};

async function startWithTasks(settings: Settings, count: number): Promise<ReadTarget> {
  const product = await startProduct(settings);
  const { creator, editor } = product;
  const { id: creatorId } = await creator.call(sessionEndpoints.checkAuth, {});
  const { id: editorId } = await editor.call(sessionEndpoints.checkAuth, {});
  settings.log(`inserting ${count} tasks`);
  await fillDatabase(product, (pool) => fillTasks(pool, count, { creatorId, editorId }));
  const database = await openDatabase(product, connections);
  settings.onEnd(database.close);
  const rows = await database.db.$count(tasks);
  return { person: creator, database, pid: product.reelay.pid, rows };
}
