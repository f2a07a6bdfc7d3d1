import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { createFolders } from "#adapters/video-platform/folder/folders.ts";
import { problemMessage } from "#modules/publishing/rules/problems.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { addCaption } from "../details/captions.ts";
import { chooseDestinations } from "./choice.ts";
import { connectByForm } from "./connections.ts";
import { offeredKinds } from "./platforms.ts";

let app: TestApp;
let setup: PublishingScenario;
let root: string;
/** Dependencies of a server whose operator allows a folder. */
let dependencies: PublishingDependencies;
let destinationId: string;

beforeAll(async () => {
  app = await startApp();
  setup = await publishingScenario(app);
  root = await mkdtemp(join(tmpdir(), "reelay-folder-"));
  const folder = createFolders({ paths: [root], log: app.dependencies.log });
  dependencies = { ...setup.dependencies, platforms: { ...setup.dependencies.platforms, folder } };
  const fields = { root: basename(root), folder: "films" };
  const { connected } = await connectByForm(dependencies, setup.creator, { kind: "folder", fields });
  destinationId = connected?.id ?? "";
});
afterAll(async () => {
  await setup.close();
  await app.stop();
  await rm(root, { recursive: true });
});

async function started() {
  const task = await setup.approvedTask({ thumbnail: true });
  await app.run(setup.creator, (ctx) => chooseDestinations(ctx, task.taskId, [destinationId]));
  await setup.start(task.taskId);
  return task;
}

it("is offered with the names of the folders that the operator allows, and not without them", () => {
  expect(offeredKinds(dependencies).find(({ kind }) => kind === "folder")?.choices).toEqual({
    root: [basename(root)],
  });
  expect(offeredKinds(setup.dependencies).map(({ kind }) => kind)).not.toContain("folder");
});

it("gets the approved video with its details, thumbnail and captions", async () => {
  const task = await setup.approvedTask({ thumbnail: true });
  await app.run(setup.creator, async (ctx) => {
    await chooseDestinations(ctx, task.taskId, [destinationId]);
    const track = { language: "de", name: "", fileName: "de.vtt" };
    const content = "WEBVTT\n\n00:01.000 --> 00:04.000\nRegen.\n";
    await addCaption(ctx, { taskId: task.taskId, ...track, content }, dependencies);
  });
  await setup.start(task.taskId);
  await setup.deliver(task.taskId, { dependencies });
  await setup.operate(task.taskId, { dependencies });
  expect(await setup.stageOf(task.taskId)).toBe("published");
  const { platformVideoId: id } = await setup.deliveryOf(task.taskId);
  const stem = basename(id ?? "", ".mp4");
  const names = (await readdir(join(root, "films"))).filter((name) => name.startsWith(stem)).toSorted();
  expect(names.map((name) => name.slice(stem.length))).toEqual([".de.vtt", ".json", ".mp4", ".png"]);
  const video = await readFile(join(root, id ?? ""));
  expect(createHash("sha256").update(video).digest("hex")).toBe(task.sha256);
  const details = JSON.parse(await readFile(join(root, "films", `${stem}.json`), "utf8")) as unknown;
  expect(details).toMatchObject({ description: "Rain on the line.", tags: ["rain", "a train"] });
});

it("that is not there fails the delivery with what to do, and a retry continues it", async () => {
  const { taskId } = await started();
  await rename(root, `${root}-away`);
  await setup.deliver(taskId, { dependencies });
  expect(await setup.progressOf(taskId)).toMatchObject({
    stage: "ERROR",
    problem: problemMessage("destination_missing", `Folder “${basename(root)}”`),
    recoveryActions: ["contact-operator", "retry"],
  });
  await rename(`${root}-away`, root);
  await setup.retry(taskId);
  await setup.deliver(taskId, { dependencies });
  expect(await setup.stageOf(taskId)).toBe("published");
});
