import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { createKeyring } from "#core/server/keyring.ts";
import { joinOverHttp } from "#testing/two-users/join.ts";
import {
  callRepeatedly,
  type Calls,
  type ScenarioServer,
  type Scenario,
} from "#testing/two-users/scenario.ts";
import { scenarios } from "#testing/two-users/scenarios.ts";

import { installReelay, type Reelay } from "../../e2e/support/reelay.ts";
import { openDatabase } from "../database.ts";
import { type Figure, limitFigure, milliseconds, type Row, type Settings } from "../figure.ts";
import { waitUntilIdle, watchPeak } from "../processes.ts";

const maxMemory = 400 * 2 ** 20;

/** One user floods a part of the server that all share, another one works: its times beside the flood and alone. */
export const twoUsers: Row = {
  name: "two-users",
  measure: async (settings) => {
    const figures: Figure[] = [];
    const named = scenarios.filter(({ name }) => name.includes(settings.only));
    // two-users.sweep.test.ts runs all scenarios with few calls.
    const chosen = settings.tiny ? named.slice(0, 1) : named;
    for (const scenario of chosen) figures.push(...(await measureScenario(scenario, settings)));
    return figures;
  },
};

async function measureScenario(scenario: Scenario, settings: Settings): Promise<Figure[]> {
  const { log, rounds } = settings;
  const ends: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (let last = ends.pop(); last; last = ends.pop()) await last();
  };
  settings.onEnd(end);
  const reelay = await installReelay();
  ends.push(reelay.remove);
  const prepared = await scenario.prepare(await groundOf(reelay, settings, (close) => ends.push(close)));
  const idle = () => waitUntilIdle(reelay.pid(), 300);
  await callRepeatedly(prepared, 1);
  await idle();
  const alone: Calls = { times: [], errors: [] };
  const beside: Calls = { times: [], errors: [] };
  let peak = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const own = await callRepeatedly(prepared, scenario.calls);
    const memory = await watchPeak(reelay.pid());
    const flooding = await prepared.flood();
    const busy = await callRepeatedly(prepared, scenario.calls);
    const overtook = await flooding.isUnfinished();
    const answers = await flooding.stop();
    peak = Math.max(peak, await memory());
    add(alone, own);
    add(beside, busy);
    const counts = Object.entries(answers).map(([answer, count]) => `${count} × ${answer}`);
    log(
      `${scenario.name}, round ${round}: p50 / p95 alone ${percentiles(own)}, beside ${percentiles(busy)}, memory ${Math.round(peak / 2 ** 20)} MiB; ` +
        `flood${overtook ? "" : " (ended before the work)"}: ${counts.join(", ")}`,
    );
    for (const error of new Set(busy.errors)) log(`${scenario.name}: the working user got: ${error}`);
    await idle();
  }
  await end();
  const ratio = percentile(beside.times, 0.95) / percentile(alone.times, 0.95);
  return [
    {
      what: `${scenario.name}: ${scenario.work}, p95`,
      measured: milliseconds(percentile(beside.times, 0.95)),
      baseline: milliseconds(percentile(alone.times, 0.95)),
      ratio,
      target: { text: "≤ 2.5 × alone", met: ratio <= 2.5 },
    },
    {
      what: `${scenario.name}: p50`,
      measured: milliseconds(percentile(beside.times, 0.5)),
      baseline: milliseconds(percentile(alone.times, 0.5)),
      ratio: percentile(beside.times, 0.5) / percentile(alone.times, 0.5),
      target: null,
    },
    limitFigure(`${scenario.name}: errors of the working user`, alone.errors.length + beside.errors.length, {
      max: 0,
      show: String,
    }),
    limitFigure(`${scenario.name}: memory of the server`, peak, {
      max: maxMemory,
      show: (bytes) => `${Math.round(bytes / 2 ** 20)} MiB`,
    }),
  ];
}

async function groundOf(
  reelay: Reelay,
  { folder }: Settings,
  onEnd: ScenarioServer["onEnd"],
): Promise<ScenarioServer> {
  const { url, sandboxUrl, dataFolder } = reelay;
  const database = await openDatabase({ reelay }, 2);
  onEnd(database.close);
  return {
    url,
    sandboxUrl,
    folder,
    onEnd,
    db: database.db,
    pool: database.pool,
    keyring: createKeyring(await readFile(join(dataFolder, "secret"), "utf8")),
    join: (name, role) => joinOverHttp(url, name, role),
  };
}

function add(all: Calls, more: Calls): void {
  all.times.push(...more.times);
  all.errors.push(...more.errors);
}

function percentiles({ times }: Calls): string {
  return `${milliseconds(percentile(times, 0.5))} / ${milliseconds(percentile(times, 0.95))}`;
}

/** NaN of no values. */
function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
}
