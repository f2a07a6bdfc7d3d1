import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { AdapterError } from "#core/adapter-error.ts";
import { minute } from "#core/time.ts";
import { consentTextFor } from "#modules/publishing/rules/consent.ts";
import { defaultOptions, type PublishOptions } from "#modules/publishing/rules/options.ts";
import { problemMessage, recoveryActionsFor } from "#modules/publishing/rules/problems.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { consentScreen } from "../destinations/platforms.ts";
import { listDestinations, saveChoice } from "../destinations/queries.ts";
import { summarize } from "../start/actions.ts";
import { addCaption, removeCaption, retryAdditions } from "./captions.ts";
import { createChannelChoices, createPlaylist } from "./channel-choices.ts";
import { channelHealth } from "./channel-health.ts";
import { saveOptions } from "./queries.ts";
import { readDetails } from "./video-details.ts";

const srt = "1\n00:00:01,000 --> 00:00:04,000\nRain on the line.\n";
const vtt = "WEBVTT\n\n00:01.000 --> 00:04.000\nRegen auf der Strecke.\n";
/** `vtt` as it is stored and sent: with hours. */
const sentVtt = "WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nRegen auf der Strecke.\n";
let app: TestApp;
let setup: PublishingScenario;
/** Two YouTube channels, of which the first one is the default, and a PeerTube channel. */
let channel: string;
let garden: string;
let peertube: string;

beforeAll(async () => {
  app = await startApp();
  setup = await publishingScenario(app);
  await setup.connectYouTube({ channel: 1 });
  await setup.connectYouTube();
  [channel = "", garden = ""] = (
    await app.run(null, (ctx) => listDestinations(ctx.tx, setup.creator.id))
  ).map(({ id }) => id);
  peertube = (await setup.connectPeerTube()).id;
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});
afterEach(async () => {
  app.setNow(null);
  await setup.clearFailures();
});

const caption = (taskId: number, more: Partial<Parameters<typeof addCaption>[1]> = {}) =>
  app.run(setup.creator, (ctx) =>
    addCaption(
      ctx,
      { taskId, language: "en", name: "", fileName: "rain.srt", content: srt, ...more },
      setup.dependencies,
    ),
  );
const choose = (taskId: number, options: Partial<PublishOptions>) =>
  app.run(setup.creator, (ctx) => saveOptions(ctx.tx, taskId, { ...defaultOptions, ...options }));
const detailsOf = (taskId: number) =>
  app.run(setup.creator, (ctx) => readDetails(ctx, taskId, setup.dependencies));
/** A new playlist of a channel, as the form saves it. */
async function newPlaylist(title: string, destinationId = channel) {
  const playlist = { destinationId, title, privacy: "unlisted" } as const;
  return { ...(await createPlaylist(setup.dependencies, setup.creator, playlist)), destinationId };
}
/** The states of a task's captions and playlist entries at each of its destinations. */
async function statesOf(taskId: number) {
  const { captions, playlists } = await detailsOf(taskId);
  return [...captions, ...playlists].map(({ targets }) => targets.map(({ state }) => state));
}
async function publish(taskId: number, dependencies = setup.dependencies): Promise<void> {
  await setup.start(taskId);
  await setup.deliver(taskId, { dependencies });
}
/** Begins the next attempt of what has failed. */
async function tryAgain(taskId: number, dependencies = setup.dependencies): Promise<void> {
  app.setNow(new Date(Date.now() + minute));
  await setup.operate(taskId, { dependencies });
}

async function atPlatform(taskId: number) {
  const row = await setup.deliveryOf(taskId);
  const { videos } = await setup.state();
  return videos.find(({ id }) => id === row.platformVideoId);
}

describe("the options of a video", () => {
  it("are sent with the upload, and read back", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await choose(taskId, {
      categoryId: "19",
      language: "hi",
      license: "creativeCommon",
      embeddable: false,
      notifySubscribers: false,
      recordingDate: "2026-07-01",
      syntheticMedia: true,
      paidPromotion: true,
    });
    await publish(taskId);
    expect(await atPlatform(taskId)).toMatchObject({
      notifySubscribers: false,
      resource: {
        snippet: { categoryId: "19", defaultLanguage: "hi", defaultAudioLanguage: "hi" },
        status: { license: "creativeCommon", embeddable: false, containsSyntheticMedia: true },
        recordingDetails: { recordingDate: "2026-07-01T00:00:00Z" },
        paidProductPlacementDetails: { hasPaidProductPlacement: true },
      },
    });
  });
});

describe("the publishing consent", () => {
  it("is stored with the text that was shown, and with everything that is sent", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await caption(taskId);
    await choose(taskId, { license: "creativeCommon", paidPromotion: true });
    await publish(taskId);
    expect((await setup.deliveryOf(taskId)).consent).toMatchObject({
      text: expect.stringMatching(
        /^By pressing “Start upload” you certify .* keeps a record of this agreement\.$/,
      ),
      details: {
        description: "Rain on the line.",
        tags: ["rain", "a train"],
        options: { license: "creativeCommon", paidPromotion: true },
        captions: [{ language: "en", name: "", fileName: "rain.srt" }],
      },
    });
  });
});

describe("the publishing consent to PeerTube", () => {
  it("is stored with the text that names no other platform, and with its own playlists only", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await app.run(setup.creator, (ctx) => saveChoice(ctx.tx, taskId, [peertube]));
    await choose(taskId, { playlists: [await newPlaylist("Elsewhere")] });
    const summary = await app.run(setup.creator, (ctx) =>
      summarize(ctx, taskId, { ...setup.dependencies, sandbox: true }),
    );
    expect(summary).toMatchObject({ termsUrl: null, sandbox: false, options: { playlists: [] } });
    await publish(taskId);
    expect((await setup.deliveryOf(taskId)).consent).toMatchObject({
      termsUrl: null,
      text: consentTextFor(["peertube"]),
      details: { options: { playlists: [] } },
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
    await publish(taskId);
    await tryAgain(taskId);
    expect(await atPlatform(taskId)).toMatchObject({
      captions: [
        { language: "en", name: "", content: srt },
        { language: "de", name: "", content: sentVtt },
      ],
      playlists: ["Trains"],
    });
    expect(await statesOf(taskId)).toEqual([["sent"], ["sent"], ["sent"]]);
  });

  it("are added once when the reply is lost, or the server is killed before it stores the result", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await caption(taskId);
    await choose(taskId, { playlists: [await newPlaylist("Rain")] });
    await setup.fail({ kind: "lost_reply", on: "caption" });
    await setup.fail({ kind: "lost_reply", on: "playlist_item" });
    await publish(taskId);
    expect(await statesOf(taskId)).toEqual([["failed"], ["failed"]]);
    await tryAgain(taskId);
    expect(await atPlatform(taskId)).toMatchObject({ captions: [{ language: "en" }], playlists: ["Rain"] });
    expect(await statesOf(taskId)).toEqual([["sent"], ["sent"]]);
  });

  it("that wait for their next attempt are left alone when another file is added", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await caption(taskId);
    await setup.fail({ kind: "lost_reply", on: "caption" });
    await publish(taskId);
    const [waiting] = await setup.listOperations(taskId, "caption");
    expect(waiting).toMatchObject({ problemCode: "unreachable", nextAttemptAt: expect.any(Date) });
    await caption(taskId, { language: "de", fileName: "regen.vtt", content: vtt });
    await setup.operate(taskId);
    expect(await setup.listOperations(taskId, "caption")).toContainEqual(waiting);
    expect((await atPlatform(taskId))?.captions).toHaveLength(2);
  });

  it("run in one worker at a time", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await caption(taskId);
    await choose(taskId, { playlists: [await newPlaylist("Bridges")] });
    await setup.start(taskId);
    await Promise.all([1, 2, 3].map(() => setup.deliver(taskId)));
    expect(await atPlatform(taskId)).toMatchObject({
      captions: [{ language: "en" }],
      playlists: ["Bridges"],
    });
  });

  it("without the permission say so and offer to reconnect; the video is published all the same", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await caption(taskId);
    const missing = new AdapterError({ kind: "needs-user", code: "scope_missing", message: "no scope" });
    await publish(taskId, setup.withPlatform("youtube", { addCaption: () => Promise.reject(missing) }));
    expect((await detailsOf(taskId)).captions[0]?.targets).toMatchObject([
      {
        state: "failed",
        recoveryActions: ["reconnect", "retry"],
        problem: expect.stringContaining("leave every box checked"),
      },
    ]);
    expect((await atPlatform(taskId))?.resource.status.privacyStatus).toBe("public");
    await app.run(setup.creator, (ctx) => retryAdditions(ctx, taskId));
    await setup.operate(taskId);
    expect(await statesOf(taskId)).toEqual([["sent"]]);
  });

  it("of a playlist that was deleted at the platform fail alone, with a message", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await caption(taskId);
    await choose(taskId, { playlists: [{ id: "PLgone", title: "Gone", destinationId: channel }] });
    await publish(taskId);
    expect(await detailsOf(taskId)).toMatchObject({
      captions: [{ targets: [{ state: "sent" }] }],
      playlists: [{ targets: [{ state: "failed", problem: expect.stringContaining("playlist") }] }],
    });
  });

  it.each([
    ["caption_invalid", { on: "caption", status: 400, reason: "invalidMetadata" }],
    ["playlist_not_found", { on: "playlist_item", status: 404, reason: "playlistNotFound" }],
    ["playlist_full", { on: "playlist_item", status: 403, reason: "playlistContainsMaximumNumberOfVideos" }],
    ["playlist_refused", { on: "playlist_item", status: 403, reason: "playlistItemsNotAccessible" }],
  ] as const)("that the platform refuses are described: %s", async (code, refusal) => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    if (refusal.on === "caption") await caption(taskId);
    else await choose(taskId, { playlists: [await newPlaylist(`Trains of ${code}`)] });
    await setup.fail({ kind: "error", ...refusal });
    await publish(taskId);
    const { captions, playlists } = await detailsOf(taskId);
    expect([...captions, ...playlists].flatMap(({ targets }) => targets)).toMatchObject([
      {
        state: "failed",
        problem: problemMessage(code, setup.youtube.name),
        recoveryActions: recoveryActionsFor(code, "done"),
      },
    ]);
  });
});

describe("captions and playlists of several destinations", () => {
  const chooseDestinations = (taskId: number, ids: string[]) =>
    app.run(setup.creator, (ctx) => saveChoice(ctx.tx, taskId, ids));
  const videosOf = async (taskId: number) => {
    const rows = await setup.deliveriesOf(taskId);
    const { videos } = await setup.state();
    return new Map(
      rows.map((row) => [row.destinationId, videos.find(({ id }) => id === row.platformVideoId)]),
    );
  };

  it("reach every channel, each with its own playlists", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await chooseDestinations(taskId, [channel, garden]);
    await caption(taskId);
    const playlists = [await newPlaylist("Slow trains"), await newPlaylist("Tomatoes", garden)];
    await choose(taskId, { playlists });
    await publish(taskId);
    const videos = await videosOf(taskId);
    const captions = [{ language: "en", name: "", content: srt }];
    expect(videos.get(channel)).toMatchObject({ captions, playlists: ["Slow trains"] });
    expect(videos.get(garden)).toMatchObject({ captions, playlists: ["Tomatoes"] });
    expect(await statesOf(taskId)).toEqual([["sent", "sent"], ["sent"], ["sent"]]);
    expect(await setup.listOperations(taskId, "caption")).toHaveLength(2);
    expect(await setup.listOperations(taskId, "playlist")).toHaveLength(2);
  });

  it("that failed at one destination are repeated there alone", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await chooseDestinations(taskId, [channel, garden]);
    await caption(taskId);
    await setup.fail({ kind: "lost_reply", on: "caption" });
    await publish(taskId);
    expect((await statesOf(taskId))[0]?.toSorted()).toEqual(["failed", "sent"]);
    const sent: string[] = [];
    const { youtube: platform } = setup;
    const counting: typeof platform.addCaption = async (access, videoId, track) => {
      sent.push(videoId);
      await platform.addCaption(access, videoId, track);
    };
    await tryAgain(taskId, setup.withPlatform("youtube", { addCaption: counting }));
    expect(sent).toHaveLength(1);
    expect(await statesOf(taskId)).toEqual([["sent", "sent"]]);
  });

  it("reach PeerTube, which takes one caption file per language and no playlists", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await chooseDestinations(taskId, [channel, peertube]);
    await caption(taskId, { language: "en-GB" });
    await caption(taskId, {
      language: "en-US",
      fileName: "rain.us.srt",
      content: srt.replace("Rain", "Showers"),
    });
    await caption(taskId, { language: "de", fileName: "regen.vtt", content: vtt });
    await choose(taskId, { playlists: [await newPlaylist("Rivers")] });
    await publish(taskId);
    const rows = await setup.deliveriesOf(taskId);
    const uuid = rows.find(({ kind }) => kind === "peertube")?.platformVideoId;
    expect((await setup.peertubeVideos()).find((video) => video.uuid === uuid)).toMatchObject({
      captions: [
        { language: "de", content: sentVtt },
        { language: "en", content: srt },
      ],
    });
    expect((await videosOf(taskId)).get(channel)?.captions).toHaveLength(3);
    const { captions, playlists } = await detailsOf(taskId);
    const second = captions.find(({ language }) => language === "en-US");
    expect(second?.targets).toMatchObject([
      { kind: "youtube", state: "sent" },
      {
        kind: "peertube",
        state: "failed",
        problem: problemMessage("caption_language_taken", `PeerTube (${new URL(app.sandbox.url).host})`),
      },
    ]);
    expect(playlists[0]?.targets.map(({ kind }) => kind)).toEqual(["youtube"]);
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
    await expect(remove(left?.id ?? "")).rejects.toMatchObject({ code: "caption_sent" });
    await expect(caption(taskId)).rejects.toMatchObject({ code: "caption_sent" });
  });
});

describe("the choices of a channel", () => {
  it("are its playlists and the platform's categories, which are read once", async () => {
    const readChoices = createChannelChoices(setup.dependencies);
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await newPlaylist("Trains");
    const choices = await readChoices(setup.creator, taskId);
    expect(choices).toMatchObject({
      connected: true,
      channels: [{ destinationId: channel, kind: "youtube", problem: null }],
    });
    expect(choices.channels[0]?.playlists.map(({ title }) => title)).toContain("Trains");
    expect(choices.categories).toContainEqual({ id: "19", title: "Travel & Events" });
    expect(choices.categories.map(({ title }) => title)).not.toContain("Movies");
    await setup.fail({ kind: "quota_exceeded" });
    expect(await readChoices(setup.creator, taskId)).toMatchObject({
      channels: [{ problem: expect.stringContaining("quota") }],
      categories: choices.categories,
    });
  });

  it("are those of the destinations of the task", async () => {
    const readChoices = createChannelChoices(setup.dependencies);
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await newPlaylist("Herbs", garden);
    await app.run(setup.creator, (ctx) => saveChoice(ctx.tx, taskId, [garden]));
    const [chosen, ...others] = (await readChoices(setup.creator, taskId)).channels;
    expect(others).toEqual([]);
    expect(chosen).toMatchObject({ destinationId: garden, title: "Balcony Harvest" });
    expect(chosen?.playlists.map(({ title }) => title)).toContain("Herbs");
    await app.run(setup.creator, (ctx) => saveChoice(ctx.tx, taskId, [peertube]));
    expect(await readChoices(setup.creator, taskId)).toMatchObject({ connected: true, channels: [] });
  });

  it("are not saved for channels of others, and end with the connection", async () => {
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    const stranger = "00000000-0000-4000-8000-000000000001";
    await choose(taskId, { playlists: [{ id: "PL1", title: "Theirs", destinationId: stranger }] });
    expect((await detailsOf(taskId)).playlists).toEqual([]);
    const foreign = { destinationId: stranger, title: "Theirs", privacy: "public" } as const;
    await expect(createPlaylist(setup.dependencies, setup.creator, foreign)).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe("the health of a channel", () => {
  const health = (dependencies: PublishingDependencies, actor = setup.creator) =>
    channelHealth(dependencies, actor, channel);

  it("has its age, the uploads left today and whether it is verified", async () => {
    const dependencies = {
      ...setup.dependencies,
      youtubeQuota: { ...setup.dependencies.youtubeQuota, uploads: 100 },
    };
    const before = await health(dependencies);
    expect(before).toMatchObject({
      missingPermissions: [],
      verified: true,
      problem: null,
      uploadsPerDay: 100,
    });
    const { taskId } = await setup.approvedTask({ bytes: 1000 });
    await publish(taskId);
    expect((await health(dependencies)).uploadsLeft).toBe((before.uploadsLeft ?? 0) - 1);
  });

  it("of PeerTube is its age and whether it works", async () => {
    const asked = channelHealth(setup.dependencies, setup.creator, peertube);
    const nothing = { missingPermissions: [], uploadsLeft: null, verified: null };
    expect(await asked).toMatchObject({ ...nothing, problem: null });
    await setup.fail({ kind: "peertube", problem: "unavailable" });
    const failed = await channelHealth(setup.dependencies, setup.creator, peertube);
    expect(failed).toMatchObject({ ...nothing, problem: expect.stringMatching(/^PeerTube \(/) });
  });

  it("names permissions that are missing", async () => {
    const { platforms } = setup.dependencies;
    const { scopes, ...screen } = consentScreen(setup.dependencies, "youtube");
    const consent = { ...screen, scopes: [...scopes, "https://www.googleapis.com/auth/youtube.more"] };
    const youtube = { ...platforms.youtube, consent };
    expect(await health({ ...setup.dependencies, platforms: { ...platforms, youtube } })).toMatchObject({
      missingPermissions: ["youtube.more"],
    });
  });

  it("is not shown to others", async () => {
    await expect(health(setup.dependencies, setup.editor)).rejects.toMatchObject({ status: 404 });
  });
});
