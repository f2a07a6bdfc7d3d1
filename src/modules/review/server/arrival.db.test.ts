import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Actor } from "#core/server/context.ts";
import { after } from "#core/time.ts";
import { noteSentDigest } from "#modules/media/server/digests.ts";
import { abandonUpload } from "#modules/media/server/receiving.ts";
import { isWindowOver } from "#modules/tasks/rules.ts";
import { cancelTask, createTask, updateTask } from "#modules/tasks/server/editing.ts";
import { listTasks } from "#modules/tasks/server/listing.ts";
import type { clip } from "#testing/clips.ts";
import type { MediaServer } from "#testing/media-server.ts";
import { type ReviewApp, startReviewApp } from "#testing/review-app.ts";
import { taskForm } from "#testing/task-form.ts";

import { reject } from "./deciding.ts";
import { beginVersion } from "./uploading.ts";

const windowSeconds = 10 * 60 * 60;
const start = new Date("2026-11-20T10:00:00Z");

let module: ReviewApp;
let server: MediaServer;
let creator: Actor;
let editor: Actor;
let taskId: number;

beforeAll(async () => {
  module = await startReviewApp({ windowSeconds });
  ({ server, creator, editor } = module);
});

afterAll(() => module.stop());

const details = taskForm({ assignedTo: "mira" });

beforeEach(async () => {
  server.setNow(start);
  taskId = (await as(creator, (ctx) => createTask(ctx, details))).id;
});

const as: ReviewApp["as"] = (actor, act) => module.as(actor, act);

/** What the card says to both of its people. */
async function arrival(): Promise<unknown> {
  const [own, other] = await Promise.all(
    [creator, editor].map(async (who) => {
      const { items } = await as(who, (ctx) => listTasks(ctx, { limit: 10 }));
      return items.find(({ id }) => id === taskId)?.arrival;
    }),
  );
  expect(own).toEqual(other);
  return own;
}

/** Sends a clip as the next version, to be looked at by whoever works next. */
async function send(name: Parameters<typeof clip>[0] = "h264"): Promise<string> {
  const { status, videoId } = await module.send(taskId, name);
  expect(status).toBe(200);
  return videoId;
}

const work = () => module.work();

function begin() {
  const file = { fileName: "cut.mp4", bytes: 1000, type: "video/mp4", fingerprint: randomUUID() };
  return as(editor, (ctx) => beginVersion(ctx, { taskId, ...file }));
}

const prepared = (version: number, name = "h264") => ({ version, fileName: `${name}.mp4`, refusal: null });
const refused = (version: number) => ({
  version,
  fileName: "text.mp4",
  refusal: expect.stringContaining("isn't a video"),
});

/** True when the open screens of both people have heard of a change since they were asked last. */
function told(): boolean {
  const heard = server.live.splice(0).filter(({ name }) => name === "task_changed");
  return heard.some(({ people }) => people.includes(creator.id) && people.includes(editor.id));
}

describe("a card", () => {
  it("tells a version that is being made watchable, until it can be watched", async () => {
    expect(await arrival()).toBeNull();
    server.live.length = 0;
    await send();
    expect(await arrival()).toEqual(prepared(1));
    expect(told()).toBe(true);
    await work();
    expect(await arrival()).toBeNull();
    expect(told()).toBe(true);
  });

  it("tells a file that was refused, until the next upload begins, and again when that one is cancelled", async () => {
    await send("text");
    expect(await arrival()).toEqual({ version: 1, fileName: "text.mp4", refusal: null });
    server.live.length = 0;
    await work();
    expect(await arrival()).toEqual(refused(1));
    expect(told()).toBe(true);
    const { videoId } = await begin();
    expect(await arrival()).toBeNull();
    expect(told()).toBe(true);
    await as(editor, (ctx) => abandonUpload(ctx, videoId));
    expect(await arrival()).toEqual(refused(1));
    await send();
    expect(await arrival()).toEqual(prepared(2));
    await work();
    expect(await arrival()).toBeNull();
  });

  it("tells the version after one that was sent back", async () => {
    await send();
    await work();
    await as(creator, (ctx) => reject(ctx, { taskId, version: 1, feedback: "Duck the music." }));
    expect(await arrival()).toBeNull();
    await send("text");
    await work();
    expect(await arrival()).toEqual(refused(2));
  });

  it("tells a version that was in review and is not the file that was sent, and never of an ended window", async () => {
    const videoId = await send();
    await work();
    await as(null, (ctx) => noteSentDigest(ctx, videoId, "0".repeat(64)));
    expect(await arrival()).toMatchObject({
      version: 1,
      refusal: expect.stringContaining("is not the file that was sent"),
    });
    await begin();
    const { items } = await as(creator, (ctx) => listTasks(ctx, { limit: 1 }));
    expect(items[0]).toMatchObject({ id: taskId, stage: "assigned", arrival: null });
    expect(items.map(isWindowOver)).toEqual([false]);
  });

  it("tells the version that comes after a window has ended", async () => {
    await send();
    await work();
    server.setNow(after(start, windowSeconds * 1000));
    await work();
    expect(await arrival()).toBeNull();
    await send();
    expect(await arrival()).toEqual(prepared(2));
  });

  it.each(["h264", "text"] as const)("tells nothing of a cancelled task (%s)", async (name) => {
    await send(name);
    if (name === "text") await work();
    await as(creator, (ctx) => cancelTask(ctx, taskId));
    expect(await arrival()).toBeNull();
    await work();
    expect(await arrival()).toBeNull();
  });

  it.each(["h264", "text"] as const)(
    "tells another editor nothing of what the former one sent (%s)",
    async (name) => {
      await send(name);
      if (name === "text") await work();
      await as(creator, (ctx) => updateTask(ctx, taskId, { ...details, deadline: "2026-12-02" }));
      const own = await as(creator, (ctx) => listTasks(ctx, { limit: 1 }));
      expect(own.items[0]?.arrival).not.toBeNull();
      await as(creator, (ctx) => updateTask(ctx, taskId, { ...details, assignedTo: "oskar" }));
      const { items } = await as(creator, (ctx) => listTasks(ctx, { limit: 1 }));
      expect(items[0]).toMatchObject({ id: taskId, editor: { name: "oskar" }, arrival: null });
    },
  );
});
