import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { tasks } from "#modules/tasks/server/tables.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { readReadiness } from "./readiness.ts";

let app: TestApp;
let setup: PublishingScenario;

beforeAll(async () => {
  app = await startApp();
  setup = await publishingScenario(app);
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});

it("a task can be published once a channel is connected and its details are complete", async () => {
  const { taskId } = await setup.approvedTask({ bytes: 1000 });
  const isReady = async () => (await app.run(setup.creator, (ctx) => readReadiness(ctx, taskId))).ready;
  expect(await isReady()).toBe(false);
  await setup.connectYouTube();
  expect(await isReady()).toBe(true);
  const change = (values: Partial<typeof tasks.$inferInsert>) =>
    app.run(null, ({ tx }) => tx.update(tasks).set(values).where(eq(tasks.id, taskId)));
  await change({ stage: "in_review" });
  expect(await isReady()).toBe(true);
  await change({ title: "" });
  expect(await isReady()).toBe(false);
});
