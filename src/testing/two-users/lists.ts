import { guestEndpoints, guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";
import { exportFormats } from "#modules/feedback/rules/export-formats.ts";

import { createClient, overHttp } from "../client.ts";
import { fillWithLargestRows } from "../largest-rows.ts";
import { fillMessages } from "../message-rows.ts";
import { accepted, floodOfRequests } from "./requests.ts";
import type { ScenarioServer, Scenario } from "./scenario.ts";
import { type PairWithTask, pairWithTask, readingUser, usualWork } from "./task-work.ts";

/** The lists that a user or guest can request of a task with the largest comments that are accepted. */
const lists: Record<string, { parallel: number; paths: (pair: PairWithTask) => string[] }> = {
  "lists of large comments": {
    parallel: 8,
    paths: ({ taskId }) => [`/task/comments/${taskId}?version=1&limit=1000`],
  },
  "changes of large comments": {
    parallel: 8,
    paths: ({ taskId }) => [`/task/comments/${taskId}/changes?after=0&limit=1000`],
  },
  "exports of 3,000 comments": {
    parallel: 8,
    paths: ({ taskId }) =>
      exportFormats.map(({ id }) => `/task/export-comments/${taskId}?version=1&format=${id}`),
  },
  "comment sheets": {
    parallel: 8,
    paths: ({ taskId }) => [`/task/export-comments/${taskId}/sheet?version=1&limit=1000`],
  },
  "data downloads": { parallel: 5, paths: () => ["/user/download-data"] },
};

const ofMembers = Object.entries(lists).map(([name, { parallel, paths }]): Scenario => ({
  name,
  work: usualWork,
  calls: 40,
  prepare: async (ground) => {
    const pair = await pairWithLargestRows(ground);
    const requests = paths(pair).map((path) => ({ path, cookie: pair.creator.cookie }));
    return {
      work: await readingUser(ground),
      flood: () => floodOfRequests(ground.url, parallel, (count) => at(requests, count)),
    };
  },
}));

const ofGuests: Scenario = {
  name: "guests' lists of large comments",
  work: usualWork,
  calls: 40,
  prepare: async (ground) => {
    const { creator, taskId } = await pairWithLargestRows(ground);
    const params = { id: taskId };
    const body = { version: 1, mayComment: true };
    const link = await accepted(creator.call(guestLinkEndpoints.createGuestLink, { params, body }));
    const { cookie = "" } = await createClient(overHttp(ground.url)).call(guestEndpoints.openGuestLink, {
      params: { linkId: link.id },
      body: { secret: link.path?.split("#")[1] ?? "", name: "Anna" },
    });
    const path = `/guest-review/${link.id}/comments?limit=1000`;
    return {
      work: await readingUser(ground),
      flood: () => floodOfRequests(ground.url, 8, () => ({ path, cookie })),
    };
  },
};

const searches: Scenario = {
  name: "60 searches in 200,000 messages",
  work: usualWork,
  calls: 40,
  prepare: async (ground) => {
    const creator = await ground.join("creator-flooding", "YOUTUBER");
    const editor = await ground.join("editor-flooding", "EDITOR");
    await fillMessages(ground.pool, 400_000, [creator.user.id, editor.user.id]);
    // Short texts have no trigram that the index could find.
    const texts = [
      "er",
      "th",
      "whistle and",
      "no such words",
      "1",
      "un",
      "rain under the title is back, and the bridgf",
    ];
    return {
      work: await readingUser(ground),
      flood: () =>
        floodOfRequests(ground.url, 60, (count) => ({
          path: `/messages/search?query=${encodeURIComponent(`${at(texts, count)}${count % 10}`)}`,
          cookie: creator.cookie,
        })),
    };
  },
};

export const listScenarios: readonly Scenario[] = [...ofMembers, ofGuests, searches];

async function pairWithLargestRows(ground: ScenarioServer): Promise<PairWithTask> {
  const pair = await pairWithTask(ground, "flooding");
  const [creatorId, editorId] = [pair.creator.user.id, pair.editor.user.id];
  await fillWithLargestRows(ground.db, { taskId: pair.taskId, creatorId, editorId });
  return pair;
}

function at<T>(list: readonly T[], count: number): T {
  const one = list[count % list.length];
  if (one === undefined) throw new RangeError("The list is empty.");
  return one;
}
