import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { AdapterError } from "#core/adapter-error.ts";
import { defaultOptions, type PublishOptions } from "#modules/publishing/rules/options.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { startDelivery } from "../actions.ts";
import { deliver } from "../delivery/deliver.ts";
import type { PublishingDependencies } from "../dependencies.ts";
import { destinationsOf } from "../destinations/queries.ts";
import { deliveriesOfTask } from "../queries.ts";
import { retryAdditions, sendAdditions, workAdditions } from "./additions.ts";
import { addCaption, removeCaption } from "./captions.ts";
import { createChannelChoices, createPlaylist } from "./channel-choices.ts";
import { channelHealth } from "./channel-health.ts";
import { saveOptions } from "./queries.ts";
import { readDetails } from "./video-details.ts";

const srt = "1\n00:00:01,000 --> 00:00:04,000\nRain on the line.\n";
const vtt = "WEBVTT\n\n00:01.000 --> 00:04.000\nRegen auf der Strecke.\n";
let app: TestApp;
let setup: PublishingScenario;

beforeAll(async () => {
  app = await startApp();
  setup = await publishingScenario(app);
  await setup.connect(setup.creator, (await setup.approvedTask({ bytes: 1000 })).taskId);
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});
afterEach(() => setup.clearFailures());

const caption = (taskId: number, more: Partial<Parameters<typeof addCaption>[1]> = {}) =>
  app.run(setup.creator, (ctx) =>
    addCaption(
      ctx,
      { taskId, language: "en", name: "", fileName: "rain.srt", content: srt, ...more },
      "YouTube",
    ),
  );
const choose = (taskId: number, options: Partial<PublishOptions>) =>
  app.run(setup.creator, (ctx) => saveOptions(ctx.tx, taskId, { ...defaultOptions, ...options }));
const detailsOf = (taskId: number) => app.run(setup.creator, (ctx) => readDetails(ctx, taskId, "YouTube"));
const newPlaylist = (title: string) =>
  createPlaylist(setup.dependencies, setup.creator, { title, privacy: "unlisted" });
const work = (taskId: number, dependencies: PublishingDependencies = setup.dependencies) =>
  workAdditions(dependencies, taskId);

const deliveryOf = async (taskId: number) =>
  (await app.run(null, (ctx) => deliveriesOfTask(ctx.tx, taskId)))[0];

async function publish(taskId: number): Promise<void> {
  await app.run(setup.creator, (ctx) =>
    startDelivery(ctx, { taskId, visibility: "public" }, setup.dependencies),
  );
  const row = await deliveryOf(taskId);
  await deliver(setup.dependencies, row?.id ?? "", new AbortController().signal);
}

async function atPlatform(taskId: number) {
  const row = await deliveryOf(taskId);
  const { videos } = await setup.state();
  return videos.find(({ id }) => id === row?.platformVideoId);
}

describe("the options of a video", () => {
  it("are sent with the upload, and read back", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await choose(taskId, {
      ...{ categoryId: "19", language: "hi", license: "creativeCommon", embeddable: false },
      ...{ notifySubscribers: false, recordingDate: "2026-07-01", syntheticMedia: true },
    });
    await publish(taskId);
    expect(await atPlatform(taskId)).toMatchObject({
      notifySubscribers: false,
      resource: {
        snippet: { categoryId: "19", defaultLanguage: "hi", defaultAudioLanguage: "hi" },
        status: { license: "creativeCommon", embeddable: false, containsSyntheticMedia: true },
        recordingDetails: { recordingDate: "2026-07-01T00:00:00Z" },
      },
    });
  });
});

describe("the publishing consent", () => {
  it("is stored with the text that was shown, and with everything that is sent", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await caption(taskId);
    await choose(taskId, { license: "creativeCommon" });
    await publish(taskId);
    expect((await deliveryOf(taskId))?.consent).toMatchObject({
      text: expect.stringMatching(
        /^By pressing “Start upload” you certify .* keeps a record of this agreement\.$/,
      ),
      details: {
        description: "Rain on the line.",
        tags: ["rain", "a train"],
        options: { license: "creativeCommon" },
        captions: [{ language: "en", name: "", fileName: "rain.srt" }],
      },
    });
  });
});

describe("captions and playlists", () => {
  it("are sent after the upload, and not again by another run", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    const playlist = await newPlaylist("Trains");
    await caption(taskId);
    await caption(taskId, { language: "de", fileName: "regen.vtt", content: vtt });
    await choose(taskId, { playlists: [playlist] });
    expect((await detailsOf(taskId)).captions.map(({ state }) => state)).toEqual(["waiting", "waiting"]);
    await publish(taskId);
    expect(app.queue).toContainEqual({ job: sendAdditions.job, data: { taskId } });
    await work(taskId);
    await work(taskId);
    expect(await atPlatform(taskId)).toMatchObject({
      captions: [
        { language: "en", name: "", content: srt },
        { language: "de", name: "", content: vtt },
      ],
      playlists: ["Trains"],
    });
    const { captions, playlists } = await detailsOf(taskId);
    expect([...captions, ...playlists].map(({ state }) => state)).toEqual(["sent", "sent", "sent"]);
  });

  it("are added once when the reply is lost, or the server is killed before it stores the result", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await caption(taskId);
    await choose(taskId, { playlists: [await newPlaylist("Rain")] });
    await publish(taskId);
    await setup.fail({ kind: "lost_reply", on: "caption" });
    await setup.fail({ kind: "lost_reply", on: "playlist_item" });
    await expect(work(taskId)).rejects.toMatchObject({ code: "unreachable" });
    const { captions, playlists } = await detailsOf(taskId);
    expect([...captions, ...playlists].map(({ state }) => state)).toEqual(["failed", "failed"]);
    await work(taskId);
    expect(await atPlatform(taskId)).toMatchObject({ captions: [{ language: "en" }], playlists: ["Rain"] });
    const after = await detailsOf(taskId);
    expect([...after.captions, ...after.playlists].map(({ state }) => state)).toEqual(["sent", "sent"]);
  });

  it("run in one worker at a time", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await caption(taskId);
    await choose(taskId, { playlists: [await newPlaylist("Bridges")] });
    await publish(taskId);
    const outcomes = await Promise.allSettled([work(taskId), work(taskId), work(taskId)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
    expect(await atPlatform(taskId)).toMatchObject({
      captions: [{ language: "en" }],
      playlists: ["Bridges"],
    });
  });

  it("without the permission say so and offer to reconnect; the video is published all the same", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await caption(taskId);
    await publish(taskId);
    const missing = new AdapterError({ kind: "needs-user", code: "scope_missing", message: "no scope" });
    const platform = { ...setup.dependencies.platform, addCaption: () => Promise.reject(missing) };
    await work(taskId, { ...setup.dependencies, platform });
    expect((await detailsOf(taskId)).captions).toMatchObject([
      { state: "failed", reconnect: true, problem: expect.stringContaining("was left unchecked") },
    ]);
    expect((await atPlatform(taskId))?.resource.status.privacyStatus).toBe("public");
    await app.run(setup.creator, (ctx) => retryAdditions(ctx, taskId));
    await work(taskId);
    expect((await detailsOf(taskId)).captions).toMatchObject([{ state: "sent", problem: null }]);
  });

  it("of a playlist that was deleted at the platform fail alone, with a message", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await caption(taskId);
    await choose(taskId, { playlists: [{ id: "PLgone", title: "Gone" }] });
    await publish(taskId);
    await work(taskId);
    expect(await detailsOf(taskId)).toMatchObject({
      captions: [{ state: "sent" }],
      playlists: [{ state: "failed", problem: expect.stringContaining("playlist"), reconnect: false }],
    });
  });
});

describe("caption files", () => {
  it("are refused with the line that is wrong", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await expect(caption(taskId, { content: "1\n00:00:01,000\nRain" })).rejects.toMatchObject({
      status: 422,
      message: "rain.srt: Line 2: times are expected here, such as 00:00:01,000 --> 00:00:04,000.",
    });
  });

  it("replace those of the same language and name, and can be removed until they are sent", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await caption(taskId);
    await caption(taskId, { fileName: "better.srt" });
    const named = await caption(taskId, { name: "Lyrics" });
    expect((await detailsOf(taskId)).captions.map(({ fileName }) => fileName)).toEqual([
      "better.srt",
      "rain.srt",
    ]);
    const remove = (captionId: string) =>
      app.run(setup.creator, (ctx) => removeCaption(ctx, { taskId, captionId }));
    await remove(named.id);
    const [left] = (await detailsOf(taskId)).captions;
    expect(left?.fileName).toBe("better.srt");
    await publish(taskId);
    await work(taskId);
    await expect(remove(left?.id ?? "")).rejects.toMatchObject({ code: "caption_sent" });
    await expect(caption(taskId)).rejects.toMatchObject({ code: "caption_sent" });
  });
});

describe("the choices of a channel", () => {
  it("are its playlists and the platform's categories, which are read once", async () => {
    const readChoices = createChannelChoices(setup.dependencies);
    const choices = await readChoices(setup.creator);
    expect(choices).toMatchObject({ connected: true, problem: null });
    expect(choices.playlists.map(({ title }) => title)).toContain("Trains");
    expect(choices.categories).toContainEqual({ id: "19", title: "Travel & Events" });
    expect(choices.categories.map(({ title }) => title)).not.toContain("Movies");
    await setup.fail({ kind: "quota_exceeded" });
    expect(await readChoices(setup.creator)).toMatchObject({
      problem: expect.stringContaining("quota"),
      categories: choices.categories,
    });
  });
});

describe("the health of a channel", () => {
  const health = async (dependencies: PublishingDependencies, actor = setup.creator) => {
    const [channel] = await app.run(null, (ctx) => destinationsOf(ctx.tx, setup.creator.id));
    return channelHealth(dependencies, actor, channel?.id ?? "");
  };

  it("has its age, the uploads left today and whether it is verified", async () => {
    const before = await health(setup.dependencies);
    expect(before).toMatchObject({
      missingPermissions: [],
      verified: true,
      problem: null,
      uploadsPerDay: 100,
    });
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await publish(taskId);
    expect((await health(setup.dependencies)).uploadsLeft).toBe(before.uploadsLeft - 1);
  });

  it("names permissions that are missing", async () => {
    const scopes = [...setup.dependencies.platform.scopes, "https://www.googleapis.com/auth/youtube.more"];
    const platform = { ...setup.dependencies.platform, scopes };
    expect(await health({ ...setup.dependencies, platform })).toMatchObject({
      missingPermissions: ["youtube.more"],
    });
  });

  it("is not shown to others", async () => {
    await expect(health(setup.dependencies, setup.editor)).rejects.toMatchObject({ status: 404 });
  });
});
