import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool } from "pg";
import { z } from "zod";

import { createRead, createRun, type ReadContext } from "#core/server/context.ts";
import { createKeyring } from "#core/server/keyring.ts";
import { identifyByToken } from "#modules/sign-in/server/public/sign-in.ts";
import { testSettings } from "#testing/run.ts";

import type { Database } from "./database.ts";
import { type Figure, median, milliseconds, plainFigure, type Settings } from "./figure.ts";
import { watchCost } from "./processes.ts";
import { createRequester, rateOf, timeOf } from "./request-timing.ts";
import type { Person } from "./workflow.ts";

const workers = 8;
const minRate = 0.4;
const maxGrowth = 1.3;

/** A read request of a screen, and the action that implements it. */
export interface Read {
  address: string;
  act: (ctx: ReadContext) => Promise<unknown>;
}

/** A user, a database and its number of rows to read among. */
export interface ReadTarget {
  person: Person;
  database: Database;
  /** Process id of the server. */
  pid: () => number;
  rows: number;
}

/** Median response time among many rows compared with few, one request at a time, alternating. */
export async function growthFigure(
  what: string,
  reads: readonly Read[],
  { few, many }: { few: ReadTarget; many: ReadTarget },
  { rounds, tiny, log }: Settings,
): Promise<Figure> {
  const calls = tiny ? 5 : 100;
  const requesters = { few: createRequester(few.person, 1), many: createRequester(many.person, 1) };
  const times = { few: [] as number[], many: [] as number[] };
  for (let turn = 0; turn < calls * rounds; turn += 1) {
    const address = reads[turn % reads.length]?.address ?? "";
    times.few.push(await timeOf(() => requesters.few.request(address)));
    times.many.push(await timeOf(() => requesters.many.request(address)));
  }
  requesters.few.close();
  requesters.many.close();
  const [amongFew, amongMany] = [median(times.few), median(times.many)];
  const found = { few: await meanRowsOf(reads, few), many: await meanRowsOf(reads, many) };
  log(`${what}: ${milliseconds(amongFew)} among ${count(few.rows)}, ${found.few}`);
  log(`${what}: ${milliseconds(amongMany)} among ${count(many.rows)}, ${found.many}`);
  const ratio = amongMany / amongFew;
  return {
    what: `${what}, p50 among ${count(many.rows)}`,
    measured: milliseconds(amongMany),
    baseline: milliseconds(amongFew),
    ratio,
    target: { text: `≤ ${maxGrowth} of the time among ${count(few.rows)}`, met: ratio <= maxGrowth },
  };
}

/**
 * Responses per second under load, compared with the SQL statements alone; also the CPU time per response and
 * the indexes used.
 */
export async function rateFigures(
  what: string,
  reads: readonly Read[],
  { person, database, pid }: ReadTarget,
  { rounds, tiny, log }: Settings,
): Promise<Figure[]> {
  const load = { workers, seconds: tiny ? 0.1 : 3 };
  const requester = createRequester(person, workers);
  const statements = await Promise.all(reads.map((read) => statementsOf(database.pool, person, read)));
  const rates = { productRuns: [] as number[], baseline: [] as number[], cpu: [] as number[] };
  for (let round = 1; round <= rounds; round += 1) {
    const turn = { productRuns: 0, baseline: 0 };
    const cost = await watchCost(pid());
    const productRuns = await rateOf(load, () =>
      requester.request(reads[turn.productRuns++ % reads.length]?.address ?? ""),
    );
    const { cpuSeconds } = await cost();
    const baseline = await rateOf(load, () =>
      runStatements(database.pool, statements[turn.baseline++ % statements.length] ?? []),
    );
    rates.productRuns.push(productRuns.perSecond);
    rates.baseline.push(baseline.perSecond);
    rates.cpu.push((cpuSeconds / productRuns.turns) * 1000);
    const cpu = milliseconds(rates.cpu.at(-1) ?? 0);
    log(
      `${what}: ${perSecond(productRuns.perSecond)} at ${cpu} CPU, SQL alone ${perSecond(baseline.perSecond)}`,
    );
  }
  requester.close();
  const [productRuns, baseline] = [median(rates.productRuns), median(rates.baseline)];
  return [
    {
      what: `${what}, rate against its SQL by itself`,
      measured: perSecond(productRuns),
      baseline: perSecond(baseline),
      ratio: productRuns / baseline,
      target: { text: `≥ ${minRate} of the baseline`, met: productRuns / baseline >= minRate },
    },
    plainFigure(`${what}, the server's CPU for one answer`, milliseconds(median(rates.cpu))),
    plainFigure(`${what}, EXPLAIN`, await scansOf(database.pool, statements.flat())),
  ];
}

interface Statement {
  /** Name if the product prepares the statement, so that the baseline does too. */
  name: string | undefined;
  text: string;
  values: unknown[];
}

/** The statements that the product sends to the database for one response, from reading the session on. */
async function statementsOf(pool: Pool, person: Person, { act }: Read): Promise<Statement[]> {
  const statements: { text: string; values: unknown[] }[] = [];
  const logQuery = (text: string, values: unknown[]) => void statements.push({ text, values });
  const client = await pool.connect();
  await readAsUser(person, drizzle({ client, logger: { logQuery } }), act);
  const { rows } = await client.query("select name, statement from pg_prepared_statements");
  client.release();
  const names = new Map(plannedRows.parse(rows).map(({ name, statement }) => [statement, name]));
  return statements.map(({ text, values }) => ({ name: names.get(text), text, values }));
}

/** Mean number of rows per response, to show that compared responses have the same size. */
async function meanRowsOf(reads: readonly Read[], { person, database }: ReadTarget): Promise<string> {
  let found = 0;
  for (const { act } of reads) {
    const rows = await readAsUser(person, database.db, act);
    if (!Array.isArray(rows)) return "one answer";
    found += rows.length;
  }
  return `${(found / reads.length).toFixed(1)} found`;
}

async function readAsUser<T>(
  { cookie }: Person,
  db: Database["db"],
  act: (ctx: ReadContext) => Promise<T>,
): Promise<T> {
  const own = { db, clock: () => new Date(), keyring: createKeyring("the baseline"), settings: testSettings };
  const read = createRead(own);
  const run = createRun({
    ...own,
    enqueue: async () => undefined,
    sendRealtime: () => undefined,
    eventHandlers: [],
    lockTask: async () => undefined,
  });
  const token = cookie.slice(cookie.indexOf("=") + 1);
  return read(await identifyByToken({ read, run }, token), act);
}

async function runStatements(pool: Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect();
  for (const { name, text, values } of statements) {
    await client.query({ ...(name !== undefined && { name }), text, values, rowMode: "array" });
  }
  client.release();
}

const plannedRows = z.array(z.object({ name: z.string(), statement: z.string() }));
const planRows = z.array(z.object({ "QUERY PLAN": z.string() }));

/** Indexes and whole tables that the plans of these statements read. */
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
