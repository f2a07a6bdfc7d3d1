import { afterAll, beforeAll, expect, it } from "vitest";

import { finding } from "#modules/checks/rules/findings.ts";
import { findingStatements, versionChecks } from "#modules/checks/server/tables.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let setup: PublishingScenario;

beforeAll(async () => {
  app = await startApp();
  setup = await publishingScenario(app);
  await setup.connectYouTube();
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});

it("is stored with the findings that were accepted, and without those that are open", async () => {
  const { taskId } = await setup.approvedTask({ bytes: 1000 });
  const quiet = Object.assign(finding("quiet", { integrated: -21 }), { key: "quiet-1-1" });
  const silent = Object.assign(finding("silent", {}), { key: "silent-1-1" });
  const result = { findings: [quiet, silent], open: 1, complete: true, rulesVersion: 1 };
  const at = new Date("2026-11-20T10:00:00Z");
  await app.db.insert(versionChecks).values({ taskId, version: 1, ...result, checkedAt: at });
  const said = {
    statement: "acceptance",
    version: 1,
    personId: setup.creator.id,
    text: "A quiet film.",
  } as const;
  await app.db.insert(findingStatements).values({ taskId, key: "quiet-1-1", ...said, at });
  await setup.start(taskId, { visibility: "private" });
  expect((await setup.deliveryOf(taskId)).consent).toMatchObject({
    acceptedFindings: [
      {
        label: "Loudness",
        text: "YouTube doesn't turn quiet videos up: at −21.0 LUFS this sounds quieter than most.",
        personId: setup.creator.id,
        acceptedAt: at.toISOString(),
        reason: "A quiet film.",
      },
    ],
  });
});
