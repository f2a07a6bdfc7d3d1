import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type Bucket, openBucket } from "#adapters/object-storage/s3-bucket.ts";
import {
  type BucketLogin,
  type BucketSettings,
  parseKeys,
  keysToken,
} from "#adapters/video-platform/s3/settings.ts";
import { listPublicVideos } from "#modules/profiles/server/published-videos/queries.ts";
import { problemMessage } from "#modules/publishing/rules/problems.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { testsHaveObjectStore, startObjectStore, type TestObjectStore } from "#testing/object-store.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { cancelDelivery } from "../deliveries/recovery.ts";
import { accessFor } from "./access.ts";
import { chooseDestinations } from "./choice.ts";
import { connectByForm } from "./connections.ts";
import { checkDestination } from "./connections.ts";
import { encryptTokens } from "./platforms.ts";
import { encryptSettings } from "./platforms.ts";
import { changeDestination, findDestination } from "./queries.ts";

describe.runIf(testsHaveObjectStore())("an S3 bucket as a destination", () => {
  let app: TestApp;
  let setup: PublishingScenario;
  let store: TestObjectStore;
  let bucket: Bucket;
  let login: BucketLogin;
  let destinationId: string;
  beforeAll(async () => {
    [app, store] = await Promise.all([startApp(), startObjectStore()]);
    setup = await publishingScenario(app);
    bucket = openBucket(store.settings);
    login = { ...store.settings, folder: "films" };
    await setup.connectYouTube();
    destinationId = (await connect()).connected?.id ?? "";
  });
  afterAll(async () => {
    await setup.close();
    await Promise.all([app.stop(), store.stop()]);
  });

  const connect = (wrong: Partial<BucketLogin> = {}) =>
    connectByForm(setup.dependencies, setup.creator, { kind: "s3", fields: { ...login, ...wrong } });

  async function started(options: { bytes?: number; thumbnail?: boolean } = {}) {
    const task = await setup.approvedTask(options);
    await app.run(setup.creator, (ctx) => chooseDestinations(ctx, task.taskId, [destinationId]));
    await setup.start(task.taskId);
    return task;
  }

  it("is stored with encrypted keys, and keeps its id when it is connected again", async () => {
    const row = await app.run(null, (ctx) => findDestination(ctx.tx, destinationId));
    expect(row).toMatchObject({ kind: "s3", title: "reelay/films" });
    expect(JSON.stringify(row)).not.toContain(store.settings.secretAccessKey);
    expect((await connect()).connected?.id).toBe(destinationId);
  });

  it.each([
    ["address_refused", { endpoint: "ftp://store.example" }],
    ["not_s3", { endpoint: "" }],
    ["keys_refused", { secretAccessKey: "wrong" }],
    ["bucket_not_found", { bucket: "missing" }],
    ["bucket_forbidden", { accessKeyId: "test:guest" }],
    ["wrong_region", { region: "eu-north-1" }],
  ])("is refused in words: %s", async (code, wrong) => {
    // The sandbox stands for a server that is no store.
    const mistake = code === "not_s3" ? { endpoint: app.sandbox.url } : wrong;
    const message = problemMessage(code, `S3 bucket “${{ ...login, ...mistake }.bucket}”`);
    await expect(connect(mistake)).rejects.toMatchObject({
      status: 422,
      code: "authorization_refused",
      message,
    });
  });

  it("receives the whole file, its thumbnail and its details", async () => {
    const task = await started({ bytes: 6 * 1024 * 1024, thumbnail: true });
    await setup.deliver(task.taskId);
    expect(await setup.stageOf(task.taskId)).toBe("published");
    const { platformVideoId, watchUrl } = await setup.deliveryOf(task.taskId);
    expect(watchUrl).toBeNull();
    const key = platformVideoId ?? "";
    const content = await buffer((await bucket.get(key)).body);
    expect(createHash("sha256").update(content).digest("hex")).toBe(task.sha256);
    const details = await buffer((await bucket.get(key.replace(/\.mp4$/, ".json"))).body);
    expect(JSON.parse(String(details))).toMatchObject({ privacy: "public", license: "youtube" });
    expect((await bucket.head(key.replace(/\.mp4$/, ".png"))).bytes).toBeGreaterThan(0);
  });

  it("shows no video on the creator's profile, which has no page to link to", async () => {
    const query = { personId: setup.creator.id, side: "creator" as const, before: null, limit: 10 };
    const shown = async () => app.run(null, (ctx) => listPublicVideos(ctx.tx, query));
    const before = (await shown()).length;
    const { taskId } = await started({ bytes: 1000 });
    await setup.deliver(taskId);
    expect(await setup.stageOf(taskId)).toBe("published");
    expect(await shown()).toHaveLength(before);
  });

  const unfinished = async () => {
    const found: string[] = [];
    for await (const { key } of bucket.uploads("films/")) found.push(key);
    return found;
  };

  /** Starts a delivery whose process ends after it has begun the multipart upload, before it stores it. */
  async function killedBeforeStoring() {
    const task = await started({ bytes: 6 * 1024 * 1024 });
    const end = new AbortController();
    const dependencies = setup.withPlatform("s3", ({ openSession }) => ({
      openSession: async (...given) => {
        await openSession(...given);
        end.abort(new Error("killed"));
        throw new Error("killed");
      },
    }));
    const killed = setup.deliver(task.taskId, { dependencies, signal: end.signal });
    await expect(killed).rejects.toThrow("killed");
    expect(await unfinished()).toHaveLength(1);
    return task;
  }

  it("keeps no upload of a process that was killed before it stored it", async () => {
    const { taskId } = await killedBeforeStoring();
    await setup.deliver(taskId);
    expect(await setup.stageOf(taskId)).toBe("published");
    expect(await unfinished()).toEqual([]);
  });

  it("keeps none either if the title was changed, or the delivery was cancelled, meanwhile", async () => {
    const { taskId } = await killedBeforeStoring();
    await app.db.update(tasks).set({ title: "Another title" }).where(eq(tasks.id, taskId));
    await setup.deliver(taskId);
    expect((await setup.deliveryOf(taskId)).platformVideoId).toContain("Another title");
    expect(await unfinished()).toEqual([]);
    const cancelled = await killedBeforeStoring();
    await app.run(setup.creator, (ctx) => cancelDelivery(ctx, cancelled, setup.dependencies));
    await setup.operate(cancelled.taskId);
    expect(await unfinished()).toEqual([]);
  });

  it("keeps no parts of a cancelled upload", async () => {
    const { taskId } = await started({ bytes: 6 * 1024 * 1024 });
    const stopped = new AbortController();
    const stopping = setup.withPlatform("s3", ({ sendChunk }) => ({
      sendChunk: async (access, chunk) => {
        const received = await sendChunk(access, chunk);
        stopped.abort(new Error("The process ends after the first part."));
        return received;
      },
    }));
    const stopsEarly = setup.deliver(taskId, { dependencies: stopping, signal: stopped.signal });
    await expect(stopsEarly).rejects.toThrow("ends after the first part");
    expect(await unfinished()).toHaveLength(1);
    await app.run(setup.creator, (ctx) => cancelDelivery(ctx, { taskId }, setup.dependencies));
    await setup.operate(taskId);
    expect(await unfinished()).toEqual([]);
  });

  it("is not said to work after it was deleted or can't be reached", async () => {
    const row = await app.run(null, (ctx) => findDestination(ctx.tx, destinationId));
    if (!row?.encryptedSettings) throw new Error("The destination is missing.");
    const { encryptedSettings } = row;
    const { endpoint: origin, region } = store.settings;
    const storeSettings = (settings: string) =>
      app.run(null, (ctx) => changeDestination(ctx.tx, row, { encryptedSettings: settings }));
    const change = (changed: Partial<BucketSettings>) => {
      const settings = { origin, region, bucket: "reelay", folder: "films/", ...changed };
      return storeSettings(encryptSettings(setup.dependencies.keyring, JSON.stringify(settings)));
    };
    const check = () => checkDestination(setup.dependencies, setup.creator, destinationId);
    await change({ bucket: "deleted" });
    await expect(check()).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(/^S3 bucket “deleted” doesn't exist/),
    });
    await change({ origin: "http://127.0.0.1:9" });
    await expect(check()).rejects.toMatchObject({ code: "platform_unreachable" });
    await storeSettings(encryptedSettings);
    expect(await check()).toMatchObject({ brokenAt: null });
  });

  it("is reported as broken once its keys are no longer accepted", async () => {
    await app.run(null, async (ctx) => {
      const row = await findDestination(ctx.tx, destinationId);
      if (!row) throw new Error("The destination is missing.");
      const token = keysToken({ accessKeyId: "deleted", secretAccessKey: "deleted" });
      const tokens = {
        accessToken: token,
        refreshToken: token,
        expiresAt: new Date("2100-01-01"),
        scopes: [],
      };
      await changeDestination(ctx.tx, row, encryptTokens(setup.dependencies.keyring, tokens));
    });
    const checked = await checkDestination(setup.dependencies, setup.creator, destinationId);
    expect(checked.brokenAt).not.toBeNull();
    const again = await connect();
    expect(again.connected).toMatchObject({ id: destinationId, brokenAt: null });
    const access = await accessFor(setup.dependencies, destinationId);
    expect(parseKeys(access).accessKeyId).toBe(store.settings.accessKeyId);
  });
});
