import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import type { LoginFields } from "#adapters/video-platform/platform.ts";
import type { Actor } from "#core/server/context.ts";
import { day } from "#core/time.ts";
import { problemMessage } from "#modules/publishing/rules/problems.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import type { Platform } from "../deliveries/progress.ts";
import { changeDelivery } from "../deliveries/queries.ts";
import { leaveOut } from "../deliveries/recovery.ts";
import { publishingJobs } from "../jobs.ts";
import { chooseDestinations, readChoice } from "./choice.ts";
import { checkDestination, connectByForm } from "./connections.ts";
import { endPause, pauseDestination } from "./pauses.ts";
import { encryptTokens } from "./platforms.ts";
import { changeDestination, listDestinations, findDestination } from "./queries.ts";

let app: TestApp;
let setup: PublishingScenario;
let youtube: string;
let peertube: string;

beforeAll(async () => {
  app = await startApp();
  setup = await publishingScenario(app);
  const { taskId } = await setup.approvedTask({ bytes: 1000 });
  await setup.connectYouTube();
  peertube = (await setup.connectPeerTube()).id;
  const { destinations } = await app.run(setup.creator, (ctx) => readChoice(ctx, taskId));
  youtube = destinations.find(({ kind }) => kind === "youtube")?.id ?? "";
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});
afterEach(() => setup.clearFailures());

const mira = () => ({ address: app.sandbox.url, username: "mira", password: "sandbox-mira" });
const logIn = (fields: LoginFields, actor: Actor = setup.creator) =>
  connectByForm(setup.dependencies, actor, { kind: "peertube", fields });
const platform = (): Platform => setup.dependencies;

const videosOf = async ({ videoId }: { videoId: string }) =>
  (await setup.peertubeVideos()).filter(({ name }) => name.includes(videoId.slice(0, 8)));

async function started(chosen: string[], options: { bytes?: number; thumbnail?: boolean } = {}) {
  const task = await setup.approvedTask(options);
  await app.run(setup.creator, (ctx) => chooseDestinations(ctx, task.taskId, chosen));
  await setup.start(task.taskId);
  return task;
}

const work = (taskId: number) => setup.deliver(taskId);

describe("a connected instance", () => {
  it("is stored without the password, and its tokens only encrypted", async () => {
    const row = await app.run(null, (ctx) => findDestination(ctx.tx, peertube));
    expect(row).toMatchObject({ kind: "peertube", title: "Mira Cooks Slowly" });
    expect(JSON.stringify(row)).not.toContain("sandbox-mira");
    expect(row?.encryptedSettings).not.toContain("sandboxpeertube");
  });

  it("keeps its id when it is connected again", async () => {
    expect((await setup.connectPeerTube()).id).toBe(peertube);
  });

  it("is connected only once one of several channels is chosen", async () => {
    const connect = (login: LoginFields) => logIn({ ...mira(), ...login });
    const channels = [
      { name: "mira_cooks", title: "Mira Cooks Slowly" },
      { name: "balcony_harvest", title: "Balcony Harvest" },
    ];
    expect(await connect({})).toEqual({ connected: null, channels });
    expect(await connect({ channel: "another" })).toEqual({ connected: null, channels });
    const second = await connect({ channel: "balcony_harvest" });
    expect(second.connected).toMatchObject({ title: "Balcony Harvest" });
    expect(second.connected?.id).not.toBe(peertube);
    const only = await connect({ username: "teo", password: "sandbox-teo", otp: "123456" });
    expect(only.connected).toMatchObject({ title: "Teo's Workshop" });
  });

  it.each([
    ["address_refused", 422, { login: { address: "https://169.254.169.254" } }],
    ["login_refused", 422, { login: { password: "wrong" } }],
    ["no_channel", 422, { login: { username: "pim", password: "sandbox-pim" } }],
    ["second_factor_needed", 422, { login: { username: "teo", password: "sandbox-teo" } }],
    ["not_peertube", 422, { problem: "not_peertube" }],
    ["account_unusable", 422, { problem: "account_blocked" }],
    ["unavailable", 502, { problem: "unavailable" }],
  ] as const)("is refused in words: %s", async (code, status, refused) => {
    if ("problem" in refused) await setup.fail({ kind: "peertube", problem: refused.problem });
    const login = { ...mira(), ...("login" in refused && refused.login) };
    const message = problemMessage(code, "PeerTube");
    await expect(logIn(login)).rejects.toMatchObject({
      status,
      message,
      ...(code === "second_factor_needed" && { code }),
    });
  });

  it("is asked about at most ten wrong passwords of one creator, and thirty of all", async () => {
    const guess = async (person: Actor, password: string) =>
      logIn({ ...mira(), username: "noah", password }, person).catch(
        (error: { status: number }) => error.status,
      );
    const statuses: unknown[] = [];
    for (const name of ["guesser", "another", "third", "fourth"]) {
      const person = await app.person(name, "YOUTUBER");
      for (let at = 0; at < 11; at += 1) statuses.push(await guess(person, `guess ${at}`));
    }
    const [refused, limited] = [422, 429].map((status) => statuses.filter((one) => one === status).length);
    expect([refused, limited]).toEqual([30, 14]);
    expect(statuses.slice(9, 12)).toEqual([422, 429, 422]);
    // Logins that fail for other reasons, and right ones, are not counted.
    for (let at = 0; at < 11; at += 1) expect((await setup.connectPeerTube()).id).toBe(peertube);
  });

  it("is checked on request, and reported as broken once its tokens have ended", async () => {
    expect(await checkDestination(setup.dependencies, setup.creator, peertube)).toMatchObject({
      brokenAt: null,
    });
    await setup.fail({ kind: "peertube", problem: "revoked" });
    const broken = await checkDestination(setup.dependencies, setup.creator, peertube);
    expect(broken.brokenAt).not.toBeNull();
    await expect(started([peertube])).rejects.toMatchObject({
      message: "The connection to “Mira Cooks Slowly” is broken. Reconnect it first.",
    });
    expect((await setup.connectPeerTube()).brokenAt).toBeNull();
  });
});

describe("the daily check of connections", () => {
  const check = async () => {
    const workers = publishingJobs(setup.dependencies);
    const daily = workers.find(({ definition }) => definition.job === "publishing.check-channels");
    await daily?.work({}, new AbortController().signal);
  };
  const stored = (id: string) => app.run(null, (ctx) => findDestination(ctx.tx, id));
  /** Replaces the tokens of a destination with such that the platform does not know. */
  const endTokens = (id: string) =>
    app.run(null, async (ctx) => {
      const row = await findDestination(ctx.tx, id);
      const ended = { accessToken: "ended", refreshToken: "ended", expiresAt: new Date(0), scopes: [] };
      if (row) await changeDestination(ctx.tx, row, encryptTokens(ctx.keyring, ended));
    });

  it("renews tokens and marks what is broken, one by one", async () => {
    const [long, before] = [new Date(Date.now() - 20 * day), await stored(peertube)];
    await app.run(null, async (ctx) => {
      for (const row of await listDestinations(ctx.tx, setup.creator.id)) {
        await changeDestination(ctx.tx, row, { accessExpiresAt: long, checkedAt: long });
      }
    });
    await check();
    const renewed = await stored(peertube);
    expect(renewed?.encryptedRefreshToken).not.toBe(before?.encryptedRefreshToken);
    expect(renewed?.checkedAt.getTime()).toBeGreaterThan(long.getTime());
    // A scripted failure could meet the connection of another test's user instead.
    await endTokens(peertube);
    await check();
    expect((await stored(peertube))?.brokenAt).not.toBeNull();
    expect(await stored(youtube)).toMatchObject({ brokenAt: null });
    expect((await setup.connectPeerTube()).brokenAt).toBeNull();
  });

  it("leaves a paused connection alone", async () => {
    const pause = { until: new Date(Date.now() + day), problemCode: "rate_limited" };
    await app.run(null, (ctx) => pauseDestination(ctx.tx, peertube, pause));
    const before = await stored(peertube);
    await check();
    expect(await stored(peertube)).toEqual(before);
    await app.run(null, (ctx) => endPause(ctx.tx, peertube));
    await check();
    expect(await stored(peertube)).not.toEqual({ ...before, pausedUntil: null, pauseCode: null });
  });
});

describe("a delivery to PeerTube", () => {
  it("is not started with a title that PeerTube would refuse", async () => {
    const task = await setup.approvedTask({});
    await app.run(setup.creator, (ctx) => chooseDestinations(ctx, task.taskId, [peertube]));
    await app.db.update(tasks).set({ title: "Up" }).where(eq(tasks.id, task.taskId));
    const message = "PeerTube needs a title of at least 3 characters.";
    await expect(setup.start(task.taskId)).rejects.toMatchObject({
      code: "details_missing",
      message,
      issues: [{ path: "title", message }],
    });
    expect(await setup.stageOf(task.taskId)).toBe("approved");
  });

  it("sends the editor's bytes, details and thumbnail, and ends when it is transcoded", async () => {
    const task = await started([peertube], { thumbnail: true });
    await work(task.taskId);
    expect(await setup.stageOf(task.taskId)).toBe("published");
    const [video, ...others] = await videosOf(task);
    expect(others).toEqual([]);
    expect(video).toMatchObject({ bytes: task.bytes, sha256: task.sha256, hasThumbnail: true });
    expect(video).toMatchObject({ privacy: { id: 1 }, tags: ["rain", "a train"] });
    const { watchUrl, kind } = await setup.progressOf(task.taskId);
    expect([kind, watchUrl]).toEqual(["peertube", `${app.sandbox.url}/w/${video?.uuid}`]);
  });

  it.each([
    ...(["dropped_connection", "session_gone", "unavailable", "expired_token"] as const),
    ...(["lost_last_reply", "upload_unfinished", "upload_kept"] as const),
  ])("has one video with the editor's bytes after: %s", async (problem) => {
    const task = await started([peertube]);
    const isLast = /^(lost|upload)_/.test(problem);
    await setup.fail({ kind: "peertube", problem, after: isLast ? 0 : 2 });
    await work(task.taskId);
    expect(await setup.stageOf(task.taskId)).toBe("published");
    expect((await setup.state()).failures).toEqual([]);
    expect((await videosOf(task)).map(({ sha256 }) => sha256)).toEqual([task.sha256]);
  });

  it("whose upload doesn't become a video is sent again once, then left to the creator", async () => {
    const task = await started([peertube]);
    await setup.fail({ kind: "peertube", problem: "upload_unfinished", times: 2 });
    await work(task.taskId);
    const { deliveryId, problem, recoveryActions } = await setup.progressOf(task.taskId);
    expect(problem).toMatch(/received the whole video twice, but didn't create it/);
    expect(recoveryActions).toEqual(["upload-again", "check-again"]);
    expect((await setup.deliveryOf(task.taskId)).problemCode).toBe("upload_unfinished");
    await setup.retry(task.taskId, { deliveryId });
    await work(task.taskId);
    expect((await setup.deliveryOf(task.taskId)).problemCode).toBe("upload_unfinished");
    await setup.retry(task.taskId, { deliveryId, uploadAgain: true });
    await work(task.taskId);
    expect(await setup.stageOf(task.taskId)).toBe("published");
    expect((await videosOf(task)).map(({ sha256 }) => sha256)).toEqual([task.sha256]);
  });

  it.each(["before", "after"])("is sent again after a kill %s its upload is discarded", async (moment) => {
    const task = await started([peertube]);
    await setup.fail({ kind: "peertube", problem: "upload_unfinished" });
    const end = new AbortController();
    const kill = () => {
      end.abort(new Error("killed"));
      throw new Error("killed");
    };
    const dependencies = setup.withPlatform("peertube", ({ discardSession }) => ({
      discardSession: async (access, sessionUri) => {
        if (moment === "after") await discardSession?.(access, sessionUri);
        kill();
      },
    }));
    const killed = setup.deliver(task.taskId, { dependencies, signal: end.signal });
    await expect(killed).rejects.toThrow("killed");
    await work(task.taskId);
    expect(await setup.stageOf(task.taskId)).toBe("published");
    expect((await videosOf(task)).map(({ sha256 }) => sha256)).toEqual([task.sha256]);
  });

  it("continues after a kill before and after every write to its row, without a second video", async () => {
    let kills = 0;
    for (let write = 1; ; write += 1) {
      const task = await started([peertube], { thumbnail: true, bytes: 2_500_000 });
      const [row] = await setup.deliveriesOf(task.taskId);
      for (const moment of ["before", "after"] as const) {
        const killed = await deliverUntilKilled(row?.id ?? "", { write, moment });
        if (killed) kills += 1;
      }
      await work(task.taskId);
      expect(await setup.stageOf(task.taskId)).toBe("published");
      expect((await videosOf(task)).map(({ sha256 }) => sha256)).toEqual([task.sha256]);
      const [done] = await setup.deliveriesOf(task.taskId);
      if (write > 8 || done === undefined) break;
    }
    expect(kills).toBeGreaterThan(8);
  });

  it("that failed is retried or left out, while YouTube's has succeeded", async () => {
    const task = await started([youtube, peertube]);
    await setup.fail({ kind: "peertube", problem: "quota_reached" });
    await work(task.taskId);
    expect(await setup.stageOf(task.taskId)).toBe("approved");
    const { deliveries } = await setup.taskProgressOf(task.taskId);
    const failed = deliveries.find(({ kind }) => kind === "peertube");
    expect(failed?.problem).toContain("storage");
    expect(deliveries.find(({ kind }) => kind === "youtube")?.stage).toBe("SUCCESSFULL");
    await setup.fail({ kind: "peertube", problem: "quota_reached" });
    await setup.retry(task.taskId, { deliveryId: failed?.deliveryId });
    await work(task.taskId);
    expect(await setup.stageOf(task.taskId)).toBe("approved");
    const left = { taskId: task.taskId, deliveryId: failed?.deliveryId ?? "" };
    await app.run(setup.creator, (ctx) => leaveOut(ctx, left, platform()));
    expect(await setup.stageOf(task.taskId)).toBe("published");
    expect(await videosOf(task)).toEqual([]);
  });

  it("that is the only one can't be left out", async () => {
    const task = await started([peertube]);
    const [row] = await setup.deliveriesOf(task.taskId);
    await app.run(null, (ctx) => changeDelivery(ctx.tx, row?.id ?? "", { problemCode: "storage_full" }));
    const left = { taskId: task.taskId, deliveryId: row?.id ?? "" };
    await expect(app.run(setup.creator, (ctx) => leaveOut(ctx, left, platform()))).rejects.toMatchObject({
      code: "last_destination",
    });
  });

  it("follows the failure of the transcoding", async () => {
    const task = await started([peertube]);
    await setup.fail({ kind: "peertube", problem: "transcoding_failed" });
    await work(task.taskId);
    expect(await setup.progressOf(task.taskId)).toMatchObject({
      stage: "ERROR",
      failedStage: "PUBLISH_VIDEO",
    });
  });
});

describe("the choice of a task's destinations", () => {
  it("accepts only the creator's own, and keeps those that have the video", async () => {
    const task = await setup.approvedTask({ bytes: 1000 });
    const stranger = "00000000-0000-4000-8000-000000000001";
    const choose = (ids: string[]) =>
      app.run(setup.creator, (ctx) => chooseDestinations(ctx, task.taskId, ids));
    await expect(choose([stranger])).rejects.toMatchObject({ code: "destination_not_found" });
    expect(await choose([peertube])).toMatchObject({ chosen: [peertube], fixed: [] });
    expect((await choose([youtube, peertube])).chosen.toSorted()).toEqual([youtube, peertube].toSorted());
  });
});

/** Runs a delivery whose process ends at the n-th write: no later one happens. True if it was reached. */
async function deliverUntilKilled(
  id: string,
  { write, moment }: { write: number; moment: "before" | "after" },
) {
  const { run } = setup.dependencies;
  const end = new AbortController();
  let writes = 0;
  const killing: typeof run = async (actor, action) => {
    writes += 1;
    if (writes > write || end.signal.aborted) throw new Error("killed");
    if (writes < write) return run(actor, action);
    if (moment === "after") await run(actor, action);
    end.abort(new Error("killed"));
    throw new Error("killed");
  };
  const how = { dependencies: { ...setup.dependencies, run: killing }, signal: end.signal };
  await setup.deliverOne(id, how).catch(() => undefined);
  return end.signal.aborted;
}
