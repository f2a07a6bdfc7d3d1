import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool } from "pg";

import { type Context, createRun } from "#foundation/server/context.ts";
import { createSeal } from "#foundation/server/seal.ts";
import { accountsEndpoints } from "#product/accounts/contract.ts";
import { identifyByToken } from "#product/accounts/server/actions.ts";
import { tasksEndpoints } from "#product/tasks/contract.ts";
import { countTasks, listTasks } from "#product/tasks/server/listing.ts";
import { addressOf } from "#testing/client.ts";

import { createAsker, rateOf, timeOf } from "../asking.ts";
import { fillDatabase, openDatabase } from "../database.ts";
import { type Figure, median, milliseconds, plainFigure, type Row, type Settings } from "../figure.ts";
import { watchCost } from "../processes.ts";
import { type Product, startProduct } from "../product.ts";
import { fillTaskShelves } from "../task-shelves.ts";

const calls = 200;
const load = { workers: 8, seconds: 3 };
const leastRate = 0.7;
const mostGrowth = 1.3;

/** What screens ask for: by HTTP, and the action behind it. */
const asks = {
  "open, newest first": list({ completed: "false" }),
  "open, by deadline": list({ completed: "false", sort: "deadline" }),
  completed: list({ completed: "true" }),
  counts: { address: addressOf(tasksEndpoints.countTasks, {}), act: countTasks },
} satisfies Record<string, Ask>;

interface Ask {
  address: string;
  act: (ctx: Context) => Promise<unknown>;
}

const search = list({ search: "episode 77" });

function list(query: { completed?: "true" | "false"; sort?: "deadline"; search?: string }): Ask {
  const { completed, ...rest } = query;
  return {
    address: addressOf(tasksEndpoints.fetchTasks, { query }),
    act: (ctx) =>
      listTasks(ctx, { ...rest, limit: 30, ...(completed && { completed: completed === "true" }) }),
  };
}

/** Task lists over HTTP among a million tasks: against the same SQL by itself, and against among ten thousand. */
export const taskLists: Row = {
  name: "task-lists",
  measure: async (settings) => {
    const small = await startStudio(settings, 10_000);
    const large = await startStudio(settings, 1_000_000);
    const figures: Figure[] = [];
    for (const [what, ask] of Object.entries(asks)) {
      figures.push(await growthOf(`tasks, ${what}`, ask, { small, large }, settings));
      figures.push(...(await rateFigures(`tasks, ${what}`, ask, large, settings)));
    }
    const asker = createAsker(large.creator, 1);
    const times: number[] = [];
    for (let call = 0; call < calls; call += 1) times.push(await timeOf(() => asker.ask(search.address)));
    asker.close();
    return [...figures, plainFigure("tasks, search in one's own 1,030, p50", milliseconds(median(times)))];
  },
};

async function startStudio(settings: Settings, count: number): Promise<Product> {
  const product = await startProduct(settings);
  const { creator, editor } = product;
  const { id: creatorId } = await creator.call(accountsEndpoints.checkAuth, {});
  const { id: editorId } = await editor.call(accountsEndpoints.checkAuth, {});
  settings.say(`filling in ${count} tasks`);
  await fillDatabase(product, (pool) => fillTaskShelves(pool, count, { creatorId, editorId }));
  return product;
}

/** The middle time of one request after the other, in turn among many and among few. */
async function growthOf(
  what: string,
  { address }: Ask,
  { small, large }: { small: Product; large: Product },
  { rounds, say }: Settings,
): Promise<Figure> {
  const askers = { small: createAsker(small.creator, 1), large: createAsker(large.creator, 1) };
  const times = { small: [] as number[], large: [] as number[] };
  for (let call = 0; call < calls * rounds; call += 1) {
    times.small.push(await timeOf(() => askers.small.ask(address)));
    times.large.push(await timeOf(() => askers.large.ask(address)));
  }
  askers.small.close();
  askers.large.close();
  const [among10k, among1m] = [median(times.small), median(times.large)];
  say(`${what}: ${milliseconds(among10k)} among 10,000, ${milliseconds(among1m)} among 1,000,000`);
  const ratio = among1m / among10k;
  return {
    what: `${what}, p50 among 1,000,000`,
    measured: milliseconds(among1m),
    floor: milliseconds(among10k),
    ratio,
    target: { words: `≤ ${mostGrowth} of that among 10,000`, met: ratio <= mostGrowth },
  };
}

/** Answers a second at full load, and the answers of the database alone to the very same questions. */
async function rateFigures(
  what: string,
  { address, act }: Ask,
  product: Product,
  { rounds, say }: Settings,
): Promise<Figure[]> {
  const asker = createAsker(product.creator, load.workers);
  const { pool, close } = await openDatabase(product, load.workers);
  const statements = await statementsOf(pool, product, act);
  const rates = { ours: [] as number[], floor: [] as number[], cpu: [] as number[] };
  for (let round = 1; round <= rounds; round += 1) {
    const cost = await watchCost(product.reelay.pid());
    const ours = await rateOf(load, () => asker.ask(address));
    const { cpuSeconds } = await cost();
    const floor = await rateOf(load, () => askDatabase(pool, statements));
    rates.ours.push(ours.perSecond);
    rates.floor.push(floor.perSecond);
    rates.cpu.push((cpuSeconds / ours.turns) * 1000);
    const cpu = milliseconds(rates.cpu.at(-1) ?? 0);
    say(`${what}: ${perSecond(ours.perSecond)} at ${cpu} CPU, SQL alone ${perSecond(floor.perSecond)}`);
  }
  asker.close();
  await close();
  const [ours, floor] = [median(rates.ours), median(rates.floor)];
  return [
    {
      what: `${what}, rate against its SQL by itself`,
      measured: perSecond(ours),
      floor: perSecond(floor),
      ratio: ours / floor,
      target: { words: `≥ ${leastRate} of the floor`, met: ours / floor >= leastRate },
    },
    plainFigure(`${what}, the server's CPU for one answer`, milliseconds(median(rates.cpu))),
  ];
}

interface Statement {
  text: string;
  values: unknown[];
}

/** What the server asks the database for one answer, from the session on, as the product's own code says it. */
async function statementsOf(pool: Pool, { creator }: Product, act: Ask["act"]): Promise<Statement[]> {
  const statements: Statement[] = [];
  const logQuery = (text: string, values: unknown[]) => {
    if (!/^(begin|commit)$/.test(text)) statements.push({ text, values });
  };
  const run = createRun({
    db: drizzle({ client: pool, logger: { logQuery } }),
    clock: () => new Date(),
    seal: createSeal("the floor"),
    enqueue: async () => undefined,
    sendLive: () => undefined,
    reactions: [],
  });
  const token = creator.cookie.slice(creator.cookie.indexOf("=") + 1);
  const actor = await run(null, (ctx) => identifyByToken(ctx, token));
  await run(actor, act);
  return statements;
}

async function askDatabase(pool: Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect();
  for (const { text, values } of statements) await client.query({ text, values, rowMode: "array" });
  client.release();
}

const perSecond = (rate: number) => `${Math.round(rate)}/s`;
