import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { startEndpoints } from "#modules/publishing/contract/start.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { createClient, inProcess } from "#testing/client.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

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

const readiness = ({ cookie }: TestActor, taskId: number) =>
  createClient(inProcess(app.app), cookie).call(startEndpoints.readiness, { params: { taskId } });

it("a task can be published once a channel is connected and its details are complete", async () => {
  const { taskId } = await setup.approvedTask({ bytes: 1000 });
  const isReady = async () => (await readiness(setup.creator, taskId)).data.ready;
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

it("those who may not publish a task don't learn whether it can be", async () => {
  const { taskId } = await setup.approvedTask({ bytes: 1000 });
  expect(await readiness(setup.editor, taskId)).toMatchObject({ status: 403 });
});
