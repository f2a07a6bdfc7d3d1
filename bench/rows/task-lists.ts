import { accountsEndpoints } from "#modules/accounts/contract.ts";
import { tasksEndpoints } from "#modules/tasks/contract.ts";
import { countTasks, listTasks } from "#modules/tasks/server/listing.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { addressOf } from "#testing/client.ts";

import { fillDatabase, openDatabase } from "../database.ts";
import { type Figure, median, milliseconds, plainFigure, type Row, type Settings } from "../figure.ts";
import { startProduct } from "../product.ts";
import { type Asked, growthOf, rateOfReads, type Read } from "../reads.ts";
import { createAsker, timeOf } from "../requests.ts";
import { fillTaskShelves } from "../task-rows.ts";

const calls = 200;
const connections = 8;

/** What screens ask for: by HTTP, and the action behind it. */
const asks = {
  "open, newest first": list({ completed: "false" }),
  "open, by deadline": list({ completed: "false", sort: "deadline" }),
  completed: list({ completed: "true" }),
  counts: { address: addressOf(tasksEndpoints.countTasks, {}), act: countTasks },
} satisfies Record<string, Read>;

const search = list({ search: "episode 77" });

function list(query: { completed?: "true" | "false"; sort?: "deadline"; search?: string }): Read {
  const { completed, ...rest } = query;
  return {
    address: addressOf(tasksEndpoints.fetchTasks, { query }),
    act: async (ctx) => {
      const shelf = completed && { completed: completed === "true" };
      return (await listTasks(ctx, { ...rest, limit: 30, ...shelf })).items;
    },
  };
}

/** Task lists over HTTP among a million tasks: against the same SQL by itself, and against among ten thousand. */
export const taskLists: Row = {
  name: "task-lists",
  measure: async (settings) => {
    const few = await startStudio(settings, 10_000);
    const many = await startStudio(settings, 1_000_000);
    const figures: Figure[] = [];
    for (const [what, ask] of Object.entries(asks)) {
      figures.push(await growthOf(`tasks, ${what}`, [ask], { few, many }, settings));
      figures.push(...(await rateOfReads(`tasks, ${what}`, [ask], many, settings)));
    }
    const asker = createAsker(many.person, 1);
    const times: number[] = [];
    for (let call = 0; call < calls; call += 1) times.push(await timeOf(() => asker.ask(search.address)));
    asker.close();
    return [...figures, plainFigure("tasks, search in one's own 1,030, p50", milliseconds(median(times)))];
  },
};

async function startStudio(settings: Settings, count: number): Promise<Asked> {
  const product = await startProduct(settings);
  const { creator, editor } = product;
  const { id: creatorId } = await creator.call(accountsEndpoints.checkAuth, {});
  const { id: editorId } = await editor.call(accountsEndpoints.checkAuth, {});
  settings.say(`filling in ${count} tasks`);
  await fillDatabase(product, (pool) => fillTaskShelves(pool, count, { creatorId, editorId }));
  const database = await openDatabase(product, connections);
  settings.atEnd(database.close);
  const rows = await database.db.$count(tasks);
  return { person: creator, database, pid: product.reelay.pid, rows };
}
