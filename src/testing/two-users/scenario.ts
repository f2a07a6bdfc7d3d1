import { setTimeout as wait } from "node:timers/promises";

import type { Pool } from "pg";

import type { Database } from "#core/server/database.ts";
import type { Keyring } from "#core/server/keyring.ts";

import type { Person } from "../start-app.ts";

/** A running server with no users yet, for one scenario. */
export interface ScenarioServer {
  url: string;
  sandboxUrl: string;
  db: Database;
  pool: Pool;
  keyring: Keyring;
  /** Folder for files of the scenario. */
  folder: string;
  /** Signs a user up over HTTP. */
  join: (name: string, role: "YOUTUBER" | "EDITOR") => Promise<Person>;
  /** Registers cleanup for the end of the scenario, run in reverse order. */
  onEnd: (close: () => Promise<unknown>) => void;
}

/** A flood in progress. */
export interface Flood {
  /** Whether some of it is still running or waiting. */
  isUnfinished: () => Promise<boolean>;
  /** Ends it; resolves with the number of answers by their status, or of other results. */
  stop: () => Promise<Record<string, number>>;
}

export interface Prepared {
  /** One piece of work of a user who has nothing to do with the flood. Throws if anything of it is refused or fails. */
  work: () => Promise<void>;
  /** Prepares what the next call of `work` needs. */
  beforeWork?: () => Promise<void>;
  /** Starts the flood of another user; resolves when it is under way. */
  flood: () => Promise<Flood>;
}

/** One user floods a shared part of the server, and another one works. */
export interface Scenario {
  /** The flood. */
  name: string;
  /** The work. */
  work: string;
  /** Calls of the work in each round, alone and beside the flood. */
  calls: number;
  prepare: (ground: ScenarioServer) => Promise<Prepared>;
}

/** Milliseconds of each call of the work, and the messages of those that failed. */
export interface Calls {
  times: number[];
  errors: string[];
}

/** Milliseconds between two calls: a user reads what the server has sent. */
const pause = 100;

export async function callRepeatedly(
  { work, beforeWork }: Pick<Prepared, "work" | "beforeWork">,
  calls: number,
): Promise<Calls> {
  const done: Calls = { times: [], errors: [] };
  for (let call = 0; call < calls; call += 1) {
    await beforeWork?.();
    const began = performance.now();
    try {
      await work();
      done.times.push(performance.now() - began);
    } catch (error) {
      done.errors.push(error instanceof Error ? error.message : String(error));
    }
    await wait(pause);
  }
  return done;
}
