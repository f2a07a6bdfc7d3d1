import { randomUUID } from "node:crypto";

import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { endpointAddress } from "#core/endpoint-address.ts";
import { guestChannel } from "#core/server/context.ts";
import { after } from "#core/time.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { type GuestLink, guestEndpoints } from "#modules/feedback/contract/guests.ts";
import { guestCommentsChanged } from "#modules/feedback/realtime-messages.ts";
import { guestCookie } from "#modules/feedback/rules/guests.ts";
import { accessCacheMilliseconds } from "#modules/media/server/playback/access-check.ts";
import { videos } from "#modules/media/server/tables.ts";
import { createTask } from "#modules/tasks/server/tasks/task-form.ts";
import { createClient, overHttp } from "#testing/client.ts";
import { type ReviewScenario, reviewScenario } from "#testing/review-scenario.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";

import { createGuestLink, revokeGuestLink } from "./links.ts";

let app: TestApp;
let review: ReviewScenario;
let taskId: number;
let now = new Date();

beforeAll(async () => {
  app = await startApp();
  review = await reviewScenario(app);
  const task = await app.run(review.creator, (ctx) => createTask(ctx, taskForm({ assignedTo: "mira" })));
  taskId = task.id;
  await review.send(taskId, "captions-in-two-languages");
  await app.work();
});
beforeEach(() => {
  // Later than the results of access checks that are cached.
  now = after(now, 2 * accessCacheMilliseconds);
  app.setNow(now);
});
afterAll(async () => {
  await review.close();
  await app.stop();
});

async function guestOf({ mayDownload }: { mayDownload: boolean }) {
  const rights = { mayComment: true, mayDownload, mayWatchTogether: false };
  const settings = { ...rights, passwordHash: null, expiresAt: null };
  const link = await app.run(review.creator, (ctx) => createGuestLink(ctx, taskId, settings));
  return { link, ...(await open(link)) };
}

async function open({ id, path }: GuestLink) {
  const params = { linkId: id };
  const body = { secret: path?.split("#")[1] ?? "", name: "Anna" };
  const opened = await createClient(overHttp(review.url)).call(guestEndpoints.openGuestLink, {
    params,
    body,
  });
  const cookie = opened.cookie ?? "";
  expect(cookie).toMatch(new RegExp(`^${guestCookie}=`));
  const client = createClient(overHttp(review.url), cookie);
  const { playback } = (await client.call(guestEndpoints.guestPreview, { params })).data;
  return { cookie, client, params, url: playback.fileUrl ?? "", playback };
}

async function get(url: string, cookie: string, headers: Record<string, string> = {}) {
  const answer = await fetch(review.url + url, { headers: { cookie, ...headers } });
  await answer.arrayBuffer();
  return answer;
}
const statusOf = async (url: string, cookie: string) => (await get(url, cookie)).status;

it("the video of a guest works for this guest only", async () => {
  const [one, same, other] = [
    await guestOf({ mayDownload: false }),
    await guestOf({ mayDownload: false }),
    await guestOf({ mayDownload: true }),
  ];
  expect(one.url).toMatch(new RegExp(`^/media/g/${one.link.id}/v/`));
  expect(await statusOf(one.url, one.cookie)).toBe(200);
  expect((await get(one.url, one.cookie, { range: "bytes=0-9" })).status).toBe(206);
  const second = await open(one.link);
  expect(await statusOf(one.url, second.cookie)).toBe(404);
  for (const cookie of [same.cookie, other.cookie, review.creator.cookie, ""]) {
    expect(await statusOf(one.url, cookie)).toBe(403);
  }
  // Neither the address of another link nor that of users opens it.
  const elsewhere = one.url.replace(one.link.id, other.link.id);
  expect(await statusOf(elsewhere, other.cookie)).toBe(404);
  const ofUsers = one.url.replace(`/g/${one.link.id}`, "");
  expect(await statusOf(ofUsers, review.creator.cookie)).toBe(404);
  expect(await statusOf(ofUsers, one.cookie)).toBe(403);
});

it("the video of a guest ends with the revocation of the link", async () => {
  const { url, cookie, link } = await guestOf({ mayDownload: false });
  expect(await statusOf(url, cookie)).toBe(200);
  await app.run(review.creator, (ctx) => revokeGuestLink(ctx, { taskId, linkId: link.id }));
  expect(await statusOf(url, cookie)).toBe(403);
});

it("the captions of a guest work for this guest only, and end with the revocation of the link", async () => {
  const { playback, cookie, link } = await guestOf({ mayDownload: false });
  const url = playback.captions[0]?.url ?? "";
  const answer = await get(url, cookie);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/vtt"]);
  expect(await statusOf(url, (await open(link)).cookie)).toBe(404);
  for (const other of [(await guestOf({ mayDownload: true })).cookie, review.creator.cookie, ""]) {
    expect(await statusOf(url, other)).toBe(403);
  }
  await app.run(review.creator, (ctx) => revokeGuestLink(ctx, { taskId, linkId: link.id }));
  expect(await statusOf(url, cookie)).toBe(403);
});

it("only guests with the right save the original", async () => {
  const viewer = await guestOf({ mayDownload: false });
  expect(await statusOf(`${viewer.url}?download`, viewer.cookie)).toBe(404);
  const { client, params, cookie } = await guestOf({ mayDownload: true });
  const { url } = (await client.call(guestEndpoints.guestDownload, { params })).data;
  const saved = await get(url, cookie);
  expect([saved.status, saved.headers.get("content-disposition")]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="captions-in-two-languages\.mp4"/),
  ]);
  const played = await get(url.replace("?download", ""), cookie);
  expect(played.headers.get("content-disposition")).toMatch(/^inline/);
});

it("originals that are not played need the right to download", async () => {
  const [viewer, downloader] = [await guestOf({ mayDownload: false }), await guestOf({ mayDownload: true })];
  await app.db.update(videos).set({ plays: "rendition" });
  now = after(now, 2 * accessCacheMilliseconds);
  app.setNow(now);
  expect(await statusOf(viewer.url, viewer.cookie)).toBe(404);
  expect(await statusOf(downloader.url, downloader.cookie)).toBe(200);
  await app.db.update(videos).set({ plays: "original" });
});

it("guests see the images of comments on their version, by URLs that each of them requests", async () => {
  const { link, client, params, cookie } = await guestOf({ mayDownload: false });
  app.guestMessages.length = 0;
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const form = new FormData();
  const fields = { id: randomUUID(), version: "1", inFrame: "0", outFrame: "0", text: "Like this." };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("images", new File([new Uint8Array(png)], "frame.png", { type: "image/png" }));
  const address = endpointAddress(feedbackEndpoints.addCommentWithImages, { params: { id: taskId } });
  const sent = await fetch(review.url + address, {
    method: "POST",
    headers: { cookie: review.creator.cookie },
    body: form,
  });
  expect(sent.status).toBe(200);
  expect(app.guestMessages.map(({ name }) => name)).toEqual([guestCommentsChanged.name]);
  expect(app.guestMessages[0]?.channels).toContain(guestChannel(link.id));
  const { comments } = (await client.call(guestEndpoints.guestComments, { params, query: {} })).data;
  expect(app.guestMessages[0]?.payload).toEqual({ change: comments[0]?.change });
  const [url = ""] = comments[0]?.images ?? [];
  expect(url).toMatch(/^\/media\/g\//);
  expect(await statusOf(url, cookie)).toBe(200);
  expect(await statusOf(url, (await guestOf({ mayDownload: false })).cookie)).toBe(403);
});
