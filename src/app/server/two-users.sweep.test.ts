import { execFile } from "node:child_process";
import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { openVideoUpload } from "#modules/media/server/actions.ts";
import { completeUpload } from "#modules/media/server/uploads/completion.ts";
import { originalKey } from "#modules/media/server/videos/object-keys.ts";
import { findVideo } from "#modules/media/server/videos/queries.ts";
import { notify } from "#modules/notifications/server/actions.ts";
import { pushSubscriptions } from "#modules/notifications/server/tables.ts";
import { decryptSettings, encryptSettings } from "#modules/publishing/server/destinations/platforms.ts";
import { startDelivery } from "#modules/publishing/server/start/actions.ts";
import { destinations } from "#modules/publishing/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { clip } from "#testing/clips.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

/** One user floods, the other one's work is done while the flood is still in progress. */
let app: TestApp;
let setup: PublishingScenario;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "two-users-"));
  app = await startApp({ work: true });
  setup = await publishingScenario(app);
});
afterAll(async () => {
  await setup.close();
  await app.stop();
  await rm(folder, { recursive: true });
});

describe("conversion", () => {
  const run = promisify(execFile);

  /** Ten hours of black, in a format that browsers can't play. */
  async function tenHours(): Promise<string> {
    const { ffmpeg } = await findFfmpeg(process.env);
    const [minute, file] = [join(folder, "minute.mkv"), join(folder, "hours.mkv")];
    const black = ["-f", "lavfi", "-i", "color=black:s=640x360:r=25:d=60", "-c:v", "mpeg4"];
    await run(ffmpeg?.path ?? "", [...black, "-y", minute]);
    await run(ffmpeg?.path ?? "", ["-stream_loop", "599", "-i", minute, "-c", "copy", "-y", file]);
    return file;
  }

  async function upload(owner: TestActor, file: string): Promise<string> {
    const { size: bytes } = await stat(file);
    const video = { owner: `task:${randomUUID()}`, fileName: "cut.mkv", bytes, type: "video/x-matroska" };
    const { videoId } = await app.run(owner, (ctx) =>
      openVideoUpload(ctx, { ...video, fingerprint: randomUUID() }),
    );
    await app.storage.put(originalKey(videoId), createReadStream(file));
    await app.run(null, (ctx) => completeUpload(ctx, videoId));
    return videoId;
  }

  const video = (id: string) => app.run(null, (ctx) => findVideo(ctx.tx, id));

  it("of a clip is complete while four videos of ten hours are converted", async () => {
    const [ann, bob] = [await app.person("ann", "EDITOR"), await app.person("bob", "EDITOR")];
    const hours = await tenHours();
    const flood: string[] = [];
    for (let count = 0; count < 4; count += 1) flood.push(await upload(ann, hours));
    await expect.poll(async () => (await video(flood[0] ?? ""))?.state, { timeout: 120_000 }).toBe("ready");
    const begun = (await video(flood[0] ?? ""))?.prepared ?? 1;

    const short = await upload(bob, await clip("prores"));
    await expect
      .poll(async () => (await video(short))?.renditionDone ?? null, { timeout: 120_000 })
      .not.toBeNull();
    const rows = await Promise.all(flood.map(video));
    expect(rows.map((row) => row?.renditionDone ?? null)).toEqual([null, null, null, null]);

    // It has lost nothing by the pause.
    await expect
      .poll(async () => (await video(flood[0] ?? ""))?.prepared, { timeout: 120_000 })
      .toBeGreaterThan(begun);
    expect((await video(flood[0] ?? ""))?.attempts).toBe(1);
  });
});

/** A server that accepts requests and never answers. */
async function silentServer(): Promise<{ server: Server; origin: string; requests: () => number }> {
  let requests = 0;
  const server = createServer(() => {
    requests += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    server,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
  };
}

let silent: Awaited<ReturnType<typeof silentServer>>;
afterEach(() => {
  silent?.server.closeAllConnections();
  silent?.server.close();
});

describe("push", () => {
  const browser = createECDH("prime256v1");
  const keys = { p256dh: browser.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") };

  const subscribe = ({ id: personId, sessionId }: TestActor, endpoint: string) =>
    app.db
      .insert(pushSubscriptions)
      .values({ ...keys, personId, sessionId, endpoint, createdAt: new Date() });
  async function notifyOf({ id: personId }: TestActor): Promise<void> {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    const draft = { kind: "published", title: "Published", description: "It is public.", path: "/" } as const;
    const about = { personId, senderId: null, taskId, emailEnabled: false };
    await app.run(null, (ctx) => notify(ctx, { ...about, draft }));
  }

  it("arrives while twenty browsers of another user do not answer", async () => {
    silent = await silentServer();
    const received: string[] = [];
    const service = createServer((request, response) => {
      received.push(request.url ?? "");
      response.writeHead(201).end();
    });
    service.listen(0, "127.0.0.1");
    await once(service, "listening");
    const [eve, uma] = [await app.person("eve", "EDITOR"), await app.person("uma", "EDITOR")];
    for (let count = 0; count < 20; count += 1) await subscribe(eve, `${silent.origin}/${count}`);
    await subscribe(uma, `http://127.0.0.1:${(service.address() as AddressInfo).port}/uma`);
    await notifyOf(eve);
    await expect.poll(silent.requests).toBe(2);
    await notifyOf(uma);
    await expect.poll(() => received).toEqual(["/uma"]);
    // None of the twenty has been given up yet, and none of the others has been tried.
    expect(silent.requests()).toBe(2);
    service.close();
  });
});

describe("a delivery", () => {
  it("ends while ten of another creator wait for a host that does not answer", async () => {
    silent = await silentServer();
    const { id: destinationId } = await setup.connectPeerTube();
    const { keyring } = app.dependencies;
    const [row] = await app.db.select().from(destinations).where(eq(destinations.id, destinationId));
    const settings = JSON.parse(decryptSettings(keyring, row?.encryptedSettings ?? ""));
    const moved = encryptSettings(keyring, JSON.stringify({ ...settings, origin: silent.origin }));
    await app.db
      .update(destinations)
      .set({ encryptedSettings: moved })
      .where(eq(destinations.id, destinationId));
    const flood: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      const { taskId } = await setup.approvedTask({ bytes: 10_000 });
      await setup.start(taskId);
      flood.push(taskId);
    }
    await expect.poll(silent.requests).toBe(2);

    const max = await app.person("max", "YOUTUBER");
    const { taskId } = await setup.approvedTask({ bytes: 10_000 });
    await app.db.update(tasks).set({ creatorId: max.id }).where(eq(tasks.id, taskId));
    await setup.connect(max, taskId);
    await app.run(max, (ctx) => startDelivery(ctx, { taskId, visibility: "public" }, setup.dependencies));
    await expect.poll(() => setup.stageOf(taskId)).toBe("published");
    const steps = await Promise.all(flood.map(async (id) => (await setup.deliveryOf(id)).step));
    expect(new Set(steps)).toEqual(new Set(["upload"]));
    expect(silent.requests()).toBe(2);
  });
});
