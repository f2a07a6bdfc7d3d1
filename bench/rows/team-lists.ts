import { setTimeout as wait } from "node:timers/promises";

import type { Pool } from "pg";

import { endpointAddress } from "#core/endpoint-address.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";

import { fillDatabase } from "../database.ts";
import { type Figure, median, milliseconds, type Row, type Settings } from "../figure.ts";
import { createRequester, timeOf } from "../request-timing.ts";
import { startProduct } from "../running-product.ts";
import { fillTasks } from "../task-rows.ts";
import { type Person, signUp } from "../workflow.ts";

/** A little more than `request-shares.ts` remembers that a user was active. */
const activeMilliseconds = 1100;
const maxRatio = 1.5;

const addresses = {
  "open, waiting first": list({ completed: "false", sort: "waiting" }),
  "open, newest first": list({ completed: "false" }),
  "open, by deadline": list({ completed: "false", sort: "deadline" }),
  completed: list({ completed: "true" }),
  "search that finds 20 tasks": list({ completed: "true", search: "episode 777" }),
  counts: endpointAddress(boardEndpoints.countTasks, { query: {} }),
};

/** Without a target: a manager's reads the names of the people of each channel, and searches each by its index. */
const searchOfManyTasks = list({ completed: "true", search: "episode 77" });

function list(query: {
  completed: "true" | "false";
  sort?: "deadline" | "waiting";
  search?: string;
}): string {
  return endpointAddress(boardEndpoints.fetchTasks, { query });
}

/**
 * Task lists and a preview over HTTP of a manager of 20 channels in a database of 1,000,000 tasks, compared with a creator
 * without a team who has as many tasks.
 */
export const teamLists: Row = {
  name: "team-lists",
  measure: async (settings) => {
    const product = await startProduct(settings);
    const { creator, editor } = product;
    const channels = settings.tiny ? 1 : 20;
    const count = settings.tiny ? 5000 : 1_000_000;
    const idOf = async (person: Person) => (await person.call(sessionEndpoints.checkAuth, {})).id;
    const [creatorId, editorId] = [await idOf(creator), await idOf(editor)];
    settings.log(`inserting ${count} tasks`);
    await fillDatabase(product, (pool) => fillTasks(pool, count, { creatorId, editorId }));
    // After the tasks, so that the manager edits none of them.
    const manager = await signUp(product.reelay.url, "manager", "EDITOR");
    const managerId = await idOf(manager);
    const previews = { manager: "", creator: "" };
    await fillDatabase(product, async (pool) => {
      await formTeam(pool, { creatorId, managerId, channels });
      previews.creator = previewOf(await newestInReview(pool, `creator_id = ${creatorId}`));
      previews.manager = previewOf(
        await newestInReview(pool, "creator_id in (select creator_id from team_members)"),
      );
    });
    const timesOfBoth = (what: string, asked: Addresses) =>
      timesOf(what, asked, { manager, creator }, settings);
    const figures: Figure[] = [];
    for (const [what, address] of Object.entries(addresses)) {
      figures.push(ratioFigure(await timesOfBoth(what, sameFor(address))));
    }
    figures.push(ratioFigure(await timesOfBoth("preview", previews)));
    const long = await timesOfBoth("search that finds 220 tasks", sameFor(searchOfManyTasks));
    figures.push({ ...ratioFigure(long), target: null });
    return figures;
  },
};

/**
 * Makes a user the manager of 20 creators, and gives a creator the tasks of 19 others besides their own. The tasks of both are
 * written again, so that the ones are as close together as the others.
 */
async function formTeam(
  pool: Pool,
  { creatorId, managerId, channels }: { creatorId: number; managerId: number; channels: number },
) {
  await pool.query(
    `insert into team_members (creator_id, person_id, kind, rights, created_at)
    select id, $2, 'manager', '{create_tasks,review}', now() from people where role = 'YOUTUBER' and id <> $1 order by id limit $3`,
    [creatorId, managerId, channels],
  );
  await pool.query(
    `with managed as (
      select creator_id as id from team_members
    ), given as (
      select id from people where role = 'YOUTUBER' and id not in (select id from managed)
      order by id <> $1, id limit $2
    )
    update tasks set creator_id = case when creator_id in (select id from managed) then creator_id else $1 end
    where creator_id in (select id from managed union all select id from given)`,
    [creatorId, channels],
  );
  await pool.query("vacuum (analyze) team_members, tasks");
}

type Addresses = Record<"manager" | "creator", string>;

function sameFor(address: string): Addresses {
  return { manager: address, creator: address };
}

function previewOf(id: number): string {
  return endpointAddress(reviewEndpoints.preview, { params: { id }, query: {} });
}

async function newestInReview(pool: Pool, whose: string): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from tasks where stage = 'in_review' and ${whose} order by id desc limit 1`,
  );
  return Number(rows[0]?.id);
}

interface Times {
  what: string;
  /** Medians, in milliseconds. */
  ofManager: number;
  ofCreator: number;
}

/**
 * Median response times of the manager and of the creator, one request at a time, in turns of 50 requests. Each turn begins
 * when the other user no longer counts as active: those who are active share the server's time.
 */
async function timesOf(
  what: string,
  addresses: Addresses,
  people: { manager: Person; creator: Person },
  { rounds, tiny, log }: Settings,
): Promise<Times> {
  const [turns, callsPerTurn] = tiny ? [1, 2] : [4, 50];
  const times = { manager: [] as number[], creator: [] as number[] };
  const takeTurn = async (who: keyof typeof people) => {
    await wait(activeMilliseconds);
    const requester = createRequester(people[who], 1);
    for (let call = 0; call < callsPerTurn; call += 1) {
      times[who].push(await timeOf(() => requester.request(addresses[who])));
    }
    requester.close();
  };
  for (let turn = 0; turn < turns * rounds; turn += 1) {
    await takeTurn("manager");
    await takeTurn("creator");
  }
  const [ofManager, ofCreator] = [median(times.manager), median(times.creator)];
  log(`${what}: ${milliseconds(ofManager)}, of the creator ${milliseconds(ofCreator)}`);
  return { what, ofManager, ofCreator };
}

function ratioFigure({ what, ofManager, ofCreator }: Times): Figure {
  const ratio = ofManager / ofCreator;
  return {
    what: `tasks of 20 channels, ${what}, p50`,
    measured: milliseconds(ofManager),
    baseline: milliseconds(ofCreator),
    ratio,
    target: { text: `≤ ${maxRatio} of a creator with as many tasks`, met: ratio <= maxRatio },
  };
}
