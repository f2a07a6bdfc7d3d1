import { randomUUID } from "node:crypto";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { MeteredCall } from "#adapters/video-platform/platform.ts";
import type { PlatformPlaylists, PublishingPlatform } from "#adapters/video-platform/publishing-platform.ts";
import type { Actor } from "#core/server/context.ts";
import { day as oneDay, minute } from "#core/time.ts";
import { people } from "#modules/people/server/tables.ts";
import { changeProblemMessage, recoveryActionsFor } from "#modules/publishing/rules/problems.ts";
import type { QuotaBucket, QuotaPurpose } from "#modules/publishing/rules/quota.ts";
import { type PublishingScenario, publishingScenario } from "#testing/publishing-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { readChanges, saveChanges } from "../changes/save.ts";
import type { PublishingDependencies } from "../dependencies.ts";
import { accessFor } from "../destinations/access.ts";
import { listDestinations, findDestination } from "../destinations/queries.ts";
import { addCaption } from "../details/captions.ts";
import { createChannelChoices, createPlaylist } from "../details/channel-choices.ts";
import { isDone } from "../operations/queries.ts";
import { destinations, quotaUse } from "../tables.ts";
import { chargedPlatform } from "./charged-platform.ts";
import { deleteUseBefore } from "./ledger.ts";
import { clientQuota } from "./renewal.ts";

let app: TestApp;
let setup: PublishingScenario;
/** Dependencies of a server whose project has the usual units: a creator's share is 2,000. */
let dependencies: PublishingDependencies;
let channel: string;
let other: Actor;
let otherChannel: string;

beforeAll(async () => {
  app = await startApp();
  setup = await publishingScenario(app);
  dependencies = {
    ...setup.dependencies,
    youtubeQuota: { ...setup.dependencies.youtubeQuota, uploads: 100, units: 10_000 },
  };
  await setup.connectYouTube();
  const [own] = await app.run(null, (ctx) => listDestinations(ctx.tx, setup.creator.id));
  channel = own?.id ?? "";
  other = await app.person("sana", "YOUTUBER");
  otherChannel = await copyChannel(other);
});
beforeEach(async () => {
  app.setNow(null);
  await app.db.delete(quotaUse);
});
afterAll(async () => {
  await setup.close();
  await app.stop();
});

/** A channel with the same tokens. */
async function copyChannel({ id: personId }: Actor): Promise<string> {
  const row = await app.run(null, (ctx) => findDestination(ctx.tx, channel));
  if (!row) throw new Error("The channel is not connected.");
  const id = randomUUID();
  await app.db.insert(destinations).values({ ...row, id, personId, accountId: id });
  return id;
}

const today = () => clientQuota(setup.dependencies).day(new Date());
const use = (personId: number, bucket: QuotaBucket, used: number, day = today()) =>
  app.db
    .insert(quotaUse)
    .values({ day, personId, bucket, used })
    .onConflictDoUpdate({
      target: [quotaUse.day, quotaUse.personId, quotaUse.bucket],
      set: { used },
    });
const usedBy = async (personId: number) => {
  const rows = await app.db.select().from(quotaUse).where(eq(quotaUse.personId, personId));
  const of = (name: QuotaBucket) => rows.find(({ bucket }) => bucket === name)?.used ?? 0;
  return { publishing: of("publishing"), other: of("other") };
};

const charged = (platform: PublishingPlatform, purpose: QuotaPurpose) =>
  chargedPlatform(dependencies, { kind: "youtube", platform }, { personId: other.id, purpose });
function playlistsOf({ playlists }: PublishingPlatform): PlatformPlaylists {
  if (!playlists) throw new Error("The platform has no playlists.");
  return playlists;
}

const playlistOf = (actor: Actor, destinationId: string) =>
  createPlaylist(dependencies, actor, { destinationId, title: randomUUID(), privacy: "private" });

async function started() {
  const task = await setup.approvedTask({ bytes: 1000, thumbnail: true });
  await setup.start(task.taskId);
  return task;
}

async function addCaptions(taskId: number, language = "en") {
  const file = {
    language,
    name: "",
    fileName: "a.vtt",
    content: "WEBVTT\n\n00:01.000 --> 00:02.000\nRain.\n",
  };
  await app.run(setup.creator, (ctx) => addCaption(ctx, { taskId, ...file }, dependencies));
}

describe("a creator who has used up their share", () => {
  it("reads when it renews, publishes as before, and delays no other creator", async () => {
    await app.db.update(people).set({ timeZone: "Asia/Kolkata" }).where(eq(people.id, setup.creator.id));
    const created: string[] = [];
    const flood = async () => {
      for (let at = 0; at < 210; at += 1) created.push((await playlistOf(setup.creator, channel)).id);
    };
    await expect(flood()).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(
        /^You have used up your share of today's quota of YouTube \(sandbox\)\. It renews at 1[23]:30 \(Asia\/Kolkata\)\. Retry then\./,
      ),
    });
    expect(created).toHaveLength(40);
    await app.db.update(people).set({ timeZone: null }).where(eq(people.id, setup.creator.id));
    expect(await usedBy(setup.creator.id)).toEqual({ publishing: 0, other: 2000 });
    await playlistOf(other, otherChannel);
    const { taskId } = await started();
    await setup.deliver(taskId, { dependencies });
    expect(await setup.stageOf(taskId)).toBe("published");
  });

  it("sees it with the playlists and with changes, which are not sent again by themselves", async () => {
    const { taskId } = await started();
    await setup.deliver(taskId, { dependencies });
    await use(setup.creator.id, "other", 2000);
    const choices = await createChannelChoices(dependencies)(setup.creator, taskId);
    expect(choices.channels).toMatchObject([
      { playlists: [], problem: expect.stringMatching(/^You have used up your share/) },
    ]);
    const texts = { title: "Rain", description: "", tags: [], visibility: "public" as const };
    const changed = { taskId, ...texts, thumbnailFileId: undefined };
    await app.run(setup.creator, (ctx) => saveChanges(ctx, changed, dependencies));
    await setup.operate(taskId, { dependencies });
    const { deliveries } = await app.run(setup.creator, (ctx) => readChanges(ctx, taskId, dependencies));
    expect(deliveries).toMatchObject([
      {
        state: "failed",
        problem: changeProblemMessage("quota_share_used", setup.youtube.name),
        recoveryActions: recoveryActionsFor("quota_share_used", "done"),
        nextAttemptAt: null,
      },
    ]);
  });

  it("has captions sent with the delivery, but later ones only once it renews", async () => {
    await use(setup.creator.id, "other", 2000);
    const task = await setup.approvedTask({ bytes: 1000 });
    await addCaptions(task.taskId);
    await setup.start(task.taskId);
    await setup.deliver(task.taskId, { dependencies });
    const before = await usedBy(setup.creator.id);
    await addCaptions(task.taskId, "hi");
    await setup.operate(task.taskId, { dependencies });
    const later = (await setup.listOperations(task.taskId, "caption")).filter((row) => !isDone(row));
    expect(later).toMatchObject([{ problemCode: "quota_share_used", nextAttemptAt: expect.any(Date) }]);
    expect(await usedBy(setup.creator.id)).toEqual(before);
    await app.db.update(quotaUse).set({ day: "2026-01-01" });
    app.setNow(new Date(Date.now() + oneDay + 10 * minute));
    await setup.operate(task.taskId, { dependencies });
    const { videos } = await setup.state();
    const { platformVideoId } = await setup.deliveryOf(task.taskId);
    const captions = videos.find(({ id }) => id === platformVideoId)?.captions ?? [];
    expect(captions.map(({ language }) => language)).toEqual(["en", "hi"]);
  });
});

describe("a creator who has used up their share of the uploads", () => {
  it("waits for the renewal, while another creator publishes, then goes on", async () => {
    await use(setup.creator.id, "uploads", 50);
    const { taskId } = await started();
    await setup.operate(taskId, { dependencies });
    const [upload] = await setup.listOperations(taskId, "upload");
    expect(upload).toMatchObject({ problemCode: "quota_share_used", nextAttemptAt: expect.any(Date) });
    const renewal = Date.now() + clientQuota(dependencies).secondsUntilRenewal(new Date()) * 1000;
    const later = (upload?.nextAttemptAt?.getTime() ?? 0) - renewal;
    expect(later).toBeGreaterThan(0.9 * minute);
    expect(later).toBeLessThan(5.1 * minute);
    expect(await setup.progressOf(taskId)).toMatchObject({
      problem: null,
      retry: {
        reason: expect.stringMatching(/^You have used up your share.*Publishing continues when it renews/),
      },
    });
    const declared = { madeForKids: false, syntheticMedia: false, paidPromotion: false, embeddable: true };
    const kinds = { categoryId: "22", privacy: "private", license: "youtube" } as const;
    const metadata = { title: "Rain", description: "", tags: [], ...declared, ...kinds };
    const request = { reference: "", metadata, notifySubscribers: false, bytes: 10, type: "video/mp4" };
    const access = await accessFor(dependencies, otherChannel);
    const opened = await charged(setup.youtube, "publishing").openSession(access, request);
    expect(opened.sessionUri).toMatch(/^http/);
    app.setNow(new Date(Date.now() + oneDay + 10 * minute));
    await setup.deliver(taskId, { dependencies });
    expect(await setup.stageOf(taskId)).toBe("published");
  });
});

describe("units", () => {
  it("reserved for publishing are refused to other calls, also of creators who have used none", async () => {
    for (const [name, used] of [
      ["one", 2000],
      ["two", 2000],
      ["three", 980],
    ] as const) {
      await use((await app.person(`flooder-${name}`, "YOUTUBER")).id, "other", used);
    }
    await expect(playlistOf(setup.creator, channel)).rejects.toMatchObject({
      message: expect.stringMatching(/^This server has used up today's quota/),
    });
  });

  it("are charged one call after the other, so that many at once don't exceed the share", async () => {
    await use(setup.creator.id, "other", 1800);
    const { id: personId } = setup.creator;
    const youtube = chargedPlatform(
      dependencies,
      { kind: "youtube", platform: { ...setup.youtube, deleteVideo: async () => {} } },
      { personId, purpose: "other" },
    );
    const calls = Array.from({ length: 12 }, () => youtube.deleteVideo("access", "video"));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
    expect(await usedBy(setup.creator.id)).toEqual({ publishing: 0, other: 2000 });
  });

  it("of earlier days don't count, and are deleted", async () => {
    await use(setup.creator.id, "other", 2000, "2026-01-01");
    await playlistOf(setup.creator, channel);
    await app.run(null, (ctx) => deleteUseBefore(ctx.tx, today()));
    expect(await app.db.select({ used: quotaUse.used }).from(quotaUse)).toEqual([{ used: 50 }]);
  });

  it("of each call are those that the platform counts", async () => {
    const access = await accessFor(dependencies, channel);
    const row = await app.run(null, (ctx) => findDestination(ctx.tx, channel));
    const playlist = row?.uploadsPlaylistId ?? "";
    const { taskId } = await started();
    await setup.deliver(taskId);
    const videoId = (await setup.deliveryOf(taskId)).platformVideoId ?? "";
    const { id: playlistId } = await playlistsOf(setup.youtube).create(access, {
      title: "All",
      privacy: "private",
    });
    const youtube = charged(setup.youtube, "publishing");
    const playlists = playlistsOf(youtube);
    const lost = { uploadsPlaylistId: playlist, title: "", bytes: 1, startedAt: new Date() };
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const calls: Record<MeteredCall, () => Promise<unknown>> = {
      channel: () => youtube.channel(access),
      categories: async () => youtube.categories?.(access, "US"),
      playlists: () => playlists.list(access),
      createPlaylist: () => playlists.create(access, { title: "One", privacy: "private" }),
      addToPlaylist: () => playlists.add(access, { playlistId, videoId }),
      addCaption: () =>
        youtube.addCaption(access, videoId, { language: "de", name: "", content: "WEBVTT\n" }),
      setThumbnail: () => youtube.setThumbnail(access, videoId, { body: png, type: "image/png" }),
      updateVideo: () => youtube.updateVideo(access, videoId, { title: "Rain" }),
      video: () => youtube.video(access, videoId),
      findUpload: () => youtube.findUpload(access, lost),
      deleteVideo: () => youtube.deleteVideo(access, videoId),
    };
    const counted: Record<string, number> = {};
    const chargedFor: Record<string, number> = {};
    for (const [name, call] of Object.entries(calls)) {
      const [before, chargedBefore] = [await unitsAtPlatform(), (await usedBy(other.id)).publishing];
      await call();
      counted[name] = (await unitsAtPlatform()) - before;
      chargedFor[name] = (await usedBy(other.id)).publishing - chargedBefore;
    }
    expect(chargedFor).toEqual(counted);
    expect(chargedFor).toEqual(clientQuota(dependencies).units);
  });

  it("of further pages of playlists are charged as well", async () => {
    const pages = Array.from({ length: 120 }, (_, at) => ({ id: String(at), title: "" }));
    const playlists = { ...playlistsOf(setup.youtube), list: () => Promise.resolve(pages) };
    await playlistsOf(charged({ ...setup.youtube, playlists }, "other")).list("access");
    expect(await usedBy(other.id)).toEqual({ publishing: 0, other: 3 });
  });

  async function unitsAtPlatform(): Promise<number> {
    const state = (await (await fetch(`${app.sandbox.url}/control/state`)).json()) as {
      quota: { usedToday: { units: number } };
    };
    return state.quota.usedToday.units;
  }
});
