import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool } from "pg";
import { z } from "zod";

import { createRead, createRun, type ReadContext } from "#core/server/context.ts";
import { createKeyring } from "#core/server/keyring.ts";
import { identifyByToken } from "#modules/accounts/server/actions.ts";

import type { Database } from "./database.ts";
import { type Figure, median, milliseconds, plainFigure, type Settings } from "./figure.ts";
import { watchCost } from "./processes.ts";
import { createAsker, rateOf, timeOf } from "./requests.ts";
import type { Person } from "./studio.ts";

const calls = 100;
const load = { workers: 8, seconds: 3 };
const leastRate = 0.7;
const mostGrowth = 1.3;

/** What a screen asks for: by HTTP, and the action behind it. */
export interface Read {
  address: string;
  act: (ctx: ReadContext) => Promise<unknown>;
}

/** Permission asks, whose database it is, and how many rows there are to find something among. */
export interface Asked {
  person: Person;
  database: Database;
  /** The server's process. */
  pid: () => number;
  rows: number;
}

/** The middle time of one request after the other, in turn among many rows and among few. */
export async function growthOf(
  what: string,
  reads: readonly Read[],
  { few, many }: { few: Asked; many: Asked },
  { rounds, say }: Settings,
): Promise<Figure> {
  const askers = { few: createAsker(few.person, 1), many: createAsker(many.person, 1) };
  const times = { few: [] as number[], many: [] as number[] };
  for (let turn = 0; turn < calls * rounds; turn += 1) {
    const address = reads[turn % reads.length]?.address ?? "";
    times.few.push(await timeOf(() => askers.few.ask(address)));
    times.many.push(await timeOf(() => askers.many.ask(address)));
  }
  askers.few.close();
  askers.many.close();
  const [amongFew, amongMany] = [median(times.few), median(times.many)];
  const found = { few: await foundBy(reads, few), many: await foundBy(reads, many) };
  say(`${what}: ${milliseconds(amongFew)} among ${count(few.rows)}, ${found.few}`);
  say(`${what}: ${milliseconds(amongMany)} among ${count(many.rows)}, ${found.many}`);
  const ratio = amongMany / amongFew;
  return {
    what: `${what}, p50 among ${count(many.rows)}`,
    measured: milliseconds(amongMany),
    floor: milliseconds(amongFew),
    ratio,
    target: { words: `≤ ${mostGrowth} of that among ${count(few.rows)}`, met: ratio <= mostGrowth },
  };
}

/** Answers a second at full load against those of the database alone to the same questions, and what it reads from. */
export async function rateOfReads(
  what: string,
  reads: readonly Read[],
  { person, database, pid }: Asked,
  { rounds, say }: Settings,
): Promise<Figure[]> {
  const asker = createAsker(person, load.workers);
  const asked = await Promise.all(reads.map((read) => statementsOf(database.pool, person, read)));
  const rates = { ours: [] as number[], floor: [] as number[], cpu: [] as number[] };
  for (let round = 1; round <= rounds; round += 1) {
    const turn = { ours: 0, floor: 0 };
    const cost = await watchCost(pid());
    const ours = await rateOf(load, () => asker.ask(reads[turn.ours++ % reads.length]?.address ?? ""));
    const { cpuSeconds } = await cost();
    const floor = await rateOf(load, () =>
      askDatabase(database.pool, asked[turn.floor++ % asked.length] ?? []),
    );
    rates.ours.push(ours.perSecond);
    rates.floor.push(floor.perSecond);
    rates.cpu.push((cpuSeconds / ours.turns) * 1000);
    const cpu = milliseconds(rates.cpu.at(-1) ?? 0);
    say(`${what}: ${perSecond(ours.perSecond)} at ${cpu} CPU, SQL alone ${perSecond(floor.perSecond)}`);
  }
  asker.close();
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
    plainFigure(`${what}, EXPLAIN`, await scansOf(database.pool, asked.flat())),
  ];
}

interface Statement {
  /** Where the product has it planned once on each connection, so that the floor has as well. */
  name: string | undefined;
  text: string;
  values: unknown[];
}

/** What the server asks the database for one answer, from the session on, as the product's own code says it. */
async function statementsOf(pool: Pool, person: Person, { act }: Read): Promise<Statement[]> {
  const asked: { text: string; values: unknown[] }[] = [];
  const logQuery = (text: string, values: unknown[]) => void asked.push({ text, values });
  const client = await pool.connect();
  await actingAs(person, drizzle({ client, logger: { logQuery } }), act);
  const { rows } = await client.query("select name, statement from pg_prepared_statements");
  client.release();
  const names = new Map(plannedRows.parse(rows).map(({ name, statement }) => [statement, name]));
  return asked.map(({ text, values }) => ({ name: names.get(text), text, values }));
}

/** How many rows an answer has in the mean: a time can only be set beside another that sends as many. */
async function foundBy(reads: readonly Read[], { person, database }: Asked): Promise<string> {
  let found = 0;
  for (const { act } of reads) {
    const rows = await actingAs(person, database.db, act);
    if (!Array.isArray(rows)) return "one answer";
    found += rows.length;
  }
  return `${(found / reads.length).toFixed(1)} found`;
}

async function actingAs<T>(
  { cookie }: Person,
  db: Database["db"],
  act: (ctx: ReadContext) => Promise<T>,
): Promise<T> {
  const own = { db, clock: () => new Date(), keyring: createKeyring("the floor") };
  const read = createRead(own);
  const run = createRun({
    ...own,
    enqueue: async () => undefined,
    sendRealtime: () => undefined,
    eventHandlers: [],
  });
  const token = cookie.slice(cookie.indexOf("=") + 1);
  return read(await identifyByToken({ read, run }, token), act);
}

async function askDatabase(pool: Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect();
  for (const { name, text, values } of statements) {
    await client.query({ ...(name !== undefined && { name }), text, values, rowMode: "array" });
  }
  client.release();
}

const plannedRows = z.array(z.object({ name: z.string(), statement: z.string() }));
const planRows = z.array(z.object({ "QUERY PLAN": z.string() }));

/** The indexes that the plans of these statements read, and the tables that they read as a whole. */
async function scansOf(pool: Pool, statements: readonly Statement[]): Promise<string> {
  const scans = new Set<string>();
  for (const { text, values } of statements.filter((statement) => /\bselect\b/.test(statement.text))) {
    const { rows } = await pool.query(`explain ${text}`, values);
    const plan = planRows.parse(rows).map((row) => row["QUERY PLAN"]);
    for (const line of plan) {
      const [, whole] = /(Seq Scan on \S+)/.exec(line) ?? [];
      const [, index] = /Index (?:Only )?Scan (?:Backward )?(?:using|on) (\S+)/.exec(line) ?? [];
      for (const name of [whole, index]) if (name !== undefined) scans.add(name);
    }
  }
  return [...scans].sort().join(", ");
}

const perSecond = (rate: number) => `${Math.round(rate)}/s`;
const count = (rows: number) => rows.toLocaleString("en");
