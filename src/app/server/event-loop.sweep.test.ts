import { finished } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, expect, it } from "vitest";

import { apiBase } from "#core/endpoint-address.ts";
import { exportFormats } from "#modules/feedback/rules/export-formats.ts";
import { fillWithLargestRows } from "#testing/largest-rows.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

/** Milliseconds of the processor in one turn of the event loop, in which no other request is answered. */
const maxTurnMilliseconds = 50;
/** The first ones compile the code and fill caches. */
const rounds = 3;

let app: TestApp;
let creator: Person;
let editor: Person;
let taskId: number;

beforeAll(async () => {
  app = await startApp();
  creator = await app.join("meera", "YOUTUBER");
  editor = await app.join("anika", "EDITOR");
  taskId = await addTaskInReview(app.db, { creator, editor });
  await fillWithLargestRows(app.db, { taskId, creatorId: creator.user.id, editorId: editor.user.id });
});
afterAll(async () => app?.stop());

const lists: Record<string, () => string> = {
  "comments, large drawings": () => `/task/comments/${taskId}?version=1&limit=1000`,
  "comments, long texts": () => `/task/comments/${taskId}?version=1&limit=1000&after=100`,
  "comments, many rows": () => `/task/comments/${taskId}?version=1&limit=1000&after=500`,
  "changes, large drawings": () => `/task/comments/${taskId}/changes?after=0&limit=1000`,
  "changes, many rows": () => `/task/comments/${taskId}/changes?after=500&limit=1000`,
  "checklist, large drawings": () => `/task/comments/${taskId}/checklist?limit=1000`,
  "checklist, many rows": () => `/task/comments/${taskId}/checklist?limit=1000&after=500`,
  "counts of comments": () => `/task/comments/${taskId}/counts`,
  "comment sheet": () => `/task/export-comments/${taskId}/sheet?version=1&limit=1000`,
  ...Object.fromEntries(
    exportFormats.map(({ id, program }) => [
      `export for ${program}`,
      () => `/task/export-comments/${taskId}?version=1&format=${id}`,
    ]),
  ),
  history: () => `/task/history/${taskId}`,
  "review links": () => `/task/guest-links/${taskId}`,
  "open tasks": () => "/task/fetch-tasks?limit=100&completed=false",
  "completed tasks": () => "/task/fetch-tasks?limit=100&completed=true",
  teammates: () => "/task/teammates",
  versions: () => `/task/versions/${taskId}`,
  publications: () => "/yt-upload/publications?limit=100",
  reviews: () => `/user/reviews?limit=100&username=${editor.user.name}`,
  "published videos": () => `/user/published-videos?limit=100&username=${editor.user.name}`,
  "user search": () => "/user/search-user?query=chat",
  conversations: () => "/messages/conversations?limit=100",
  messages: () => `/messages/with/${editor.user.id}/history?limit=100`,
  "changed messages": () => `/messages/with/${editor.user.id}/changes?after=0&limit=100`,
  "shared files": () => `/messages/with/${editor.user.id}/shared`,
  "message search": () => `/messages/search?query=${encodeURIComponent("雨雨雨")}`,
  notifications: () => "/notifications?limit=100",
  "data download": () => "/user/download-data",
};

it.each(Object.entries(lists))("never keep the event loop: %s", async (_list, url) => {
  const longest: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const answered = await longestTurn(() => readStatus(apiBase + url()));
    expect(answered.result).toBe(200);
    longest.push(answered.milliseconds);
  }
  expect(Math.min(...longest)).toBeLessThan(maxTurnMilliseconds);
});

/** The status of a response whose body is dropped as it arrives: to join the parts of a download is not the server's work. */
async function readStatus(url: string): Promise<number> {
  const reply = await app.app.inject({ url, headers: { cookie: creator.cookie }, payloadAsStream: true });
  await finished(reply.stream().resume());
  return reply.statusCode;
}

/** The result of `act`, and the most milliseconds of the processor that a turn of the event loop took meanwhile. */
async function longestTurn<T>(act: () => Promise<T>): Promise<{ result: T; milliseconds: number }> {
  let running = true;
  let longest = 0;
  let before = process.threadCpuUsage();
  const turn = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user + now.system - before.user - before.system);
    before = now;
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    const result = await act();
    // The turn in which it ended is counted by the next one.
    await wait(1);
    return { result, milliseconds: longest / 1000 };
  } finally {
    running = false;
  }
}
