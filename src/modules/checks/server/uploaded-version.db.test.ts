import { afterAll, beforeAll, expect, it } from "vitest";

import { checksEndpoints } from "#modules/checks/contract/checks.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { createTask } from "#modules/tasks/server/tasks/task-form.ts";
import { createClient, inProcess } from "#testing/client.ts";
import { type ReviewScenario, reviewScenario } from "#testing/review-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";

let app: TestApp;
let review: ReviewScenario;

beforeAll(async () => {
  app = await startApp();
  review = await reviewScenario(app);
});
afterAll(async () => {
  await review?.close();
  await app?.stop();
});

it("checks an uploaded version in all parts, and counts what it finds in the request to review it", async () => {
  const { creator } = review;
  const { id } = await app.run(creator, (ctx) => createTask(ctx, taskForm({ assignedTo: "mira" })));
  await review.send(id, "h264");
  await app.work();
  const client = createClient(inProcess(app.app), creator.cookie);
  const { data } = await client.call(checksEndpoints.checkReport, { params: { id }, query: { version: 1 } });
  expect(data.parts).toEqual({
    file: { state: "checked" },
    sound: { state: "checked" },
    picture: { state: "checked" },
  });
  // The tone of the clip doesn't fade out.
  expect(data.findings.map(({ kind }) => kind)).toEqual(["click_end"]);
  const { items } = (await client.call(notificationsEndpoints.list, { query: {} })).data;
  const text = `Version 1 is ready for review, with ${data.open} finding of the technical check. It expires`;
  expect(items.find(({ kind }) => kind === "ready_to_review")?.description).toContain(text);
});
