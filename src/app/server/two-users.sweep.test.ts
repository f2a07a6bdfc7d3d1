import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it } from "vitest";

import { connect } from "#adapters/postgres/connect.ts";
import { startApp } from "#testing/start-app.ts";
import { joinOverHttp } from "#testing/two-users/join.ts";
import { pushScenario } from "#testing/two-users/push.ts";
import { callRepeatedly, type ScenarioServer } from "#testing/two-users/scenario.ts";
import { scenarios } from "#testing/two-users/scenarios.ts";

/** Calls of the work beside a flood; `npm run bench -- two-users` measures more. */
const calls = 5;

it.each([...scenarios, pushScenario])(
  "one user's work isn't refused or overtaken beside: $name",
  async (scenario) => {
    const ends: (() => Promise<unknown>)[] = [];
    try {
      const ground = await startGround((end) => ends.push(end));
      const prepared = await scenario.prepare(ground);
      const flood = await prepared.flood();
      const { errors } = await callRepeatedly(prepared, Math.min(calls, scenario.calls));
      const isUnfinished = await flood.isUnfinished();
      const answers = await flood.stop();
      expect(errors).toEqual([]);
      expect(isUnfinished).toBe(true);
      // Of the flood, something was done, and nothing failed with a defect of the server.
      expect(Object.values(answers).some((count) => count > 0)).toBe(true);
      expect(Object.keys(answers).filter((status) => status.startsWith("5"))).toEqual([]);
    } finally {
      for (let end = ends.pop(); end; end = ends.pop()) await end();
    }
  },
  // Floods take long to prepare on a machine that is busy otherwise.
  400_000,
);

async function startGround(onEnd: ScenarioServer["onEnd"]): Promise<ScenarioServer> {
  const folder = await mkdtemp(join(tmpdir(), "two-users-"));
  onEnd(() => rm(folder, { recursive: true }));
  const app = await startApp({ work: true });
  onEnd(app.stop);
  const url = await app.app.listen({ port: 0, host: "127.0.0.1" });
  const { db, pool } = connect({ ...app.connection, statement_timeout: 0 }, { max: 2 });
  onEnd(() => pool.end());
  return {
    url,
    sandboxUrl: app.sandbox.url,
    db,
    pool,
    folder,
    onEnd,
    keyring: app.dependencies.keyring,
    join: (name, role) => joinOverHttp(url, name, role),
  };
}
