import { randomUUID } from "node:crypto";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { guestReviewPath } from "#core/paths.ts";
import { countUse } from "#core/server/rate-limit/rate-limit.ts";
import { hour, after, minute } from "#core/time.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { decisionEndpoints } from "#modules/feedback/contract/decisions.ts";
import { drawingLimits } from "#modules/feedback/contract/drawing.ts";
import { type GuestLink, guestEndpoints, guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";
import {
  guessLimit,
  guessLimitOfSite,
  guestCommentLimit,
  guestCookie,
  guestSocketPath,
  linkCommentLimit,
  maxActiveLinks,
} from "#modules/feedback/rules/guests.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { versions } from "#modules/review/server/tables.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { type Client, createClient, inProcess } from "#testing/client.ts";
import { addTaskInReview, addVersionInReview, framesOfVersion } from "#testing/reviewed-version.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { guestLinks, guests, guestVisits } from "../tables.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let taskId: number;
const start = new Date();

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

beforeEach(async () => {
  app.setNow(start);
  ({ creator, editor } = await joinAll(app, { creator: "YOUTUBER", editor: "EDITOR" }));
  taskId = await taskInReview();
});

const taskInReview = () => addTaskInReview(app.db, { creator, editor });

const params = () => ({ id: taskId });
const create = (body: object = {}) =>
  creator.call(guestLinkEndpoints.createGuestLink, { params: params(), body: { mayComment: true, ...body } });
const ofLink = ({ id }: GuestLink) => ({ ...params(), linkId: id });
const links = async () => (await creator.call(guestLinkEndpoints.guestLinks, { params: params() })).data;
const secretOf = ({ path }: GuestLink) => path?.split("#")[1] ?? "";
const open = (link: GuestLink, body: object = {}) =>
  app.nobody.call(guestEndpoints.openGuestLink, {
    params: { linkId: link.id },
    body: { secret: secretOf(link), name: "Anna", ...body },
  });

interface GuestClient extends Client {
  link: { linkId: string };
}

async function join(link: GuestLink, body: object = {}): Promise<GuestClient> {
  const opened = await open(link, body);
  expect(opened.status).toBe(200);
  return { ...createClient(inProcess(app.app), opened.cookie), link: { linkId: link.id } };
}

const preview = (guest: GuestClient) => guest.call(guestEndpoints.guestPreview, { params: guest.link });
const comments = async (guest: GuestClient) =>
  (await guest.call(guestEndpoints.guestComments, { params: guest.link, query: {} })).data;
const write = (guest: GuestClient, body: object = {}) =>
  guest.call(guestEndpoints.addGuestComment, {
    params: guest.link,
    body: { id: randomUUID(), inFrame: 3, outFrame: 9, text: "Louder, please.", ...body },
  });
const listOf = async (reader: Person) =>
  (await reader.call(feedbackEndpoints.comments, { params: params(), query: { version: 1 } })).data.comments;
const comment = async (author: Person, body: object = {}) => {
  const draft = { id: randomUUID(), version: 1, inFrame: 1, outFrame: 1, text: "Shorter.", ...body };
  return (await author.call(feedbackEndpoints.addComment, { params: params(), body: draft })).data;
};

describe("a link", () => {
  it("is created for the version in review only, by the creator only", async () => {
    const { data } = await create();
    expect(data).toMatchObject({ version: 1, state: "active", hasPassword: false, guests: 0 });
    expect(data.path).toMatch(new RegExp(`^/review/${data.id}#[\\w-]{43}$`));
    await creator.call(reviewEndpoints.approve, { params: params(), body: { version: 1 } });
    expect(await create()).toMatchObject({ status: 409, code: "not_in_review" });
  });

  it("stores neither its secret nor its password in the database", async () => {
    const { data } = await create({ password: "low tide" });
    await join(data, { password: "low tide" });
    const stored = JSON.stringify([
      await app.db.select().from(guestLinks),
      await app.db.select().from(guests),
    ]);
    expect(stored).not.toContain(secretOf(data));
    expect(stored).not.toContain("low tide");
    expect(stored).toContain("$argon2id$");
  });

  it("opens with its own secret only", async () => {
    const [one, other] = [(await create()).data, (await create()).data];
    for (const secret of ["", "wrong", secretOf(other)]) {
      const check = { params: { linkId: one.id }, body: { secret } };
      expect(await open(one, { secret })).toMatchObject({ status: 404, code: "link_not_found" });
      expect(await app.nobody.call(guestEndpoints.checkGuestLink, check)).toMatchObject({ status: 404 });
    }
    expect(await open(one, { name: " " })).toMatchObject({ status: 422 });
    const cutOff = { params: { linkId: one.id.slice(0, 20) }, body: { secret: secretOf(one) } };
    const answer = await app.nobody.call(guestEndpoints.checkGuestLink, cutOff);
    expect(answer).toMatchObject({ status: 404, code: "link_not_found" });
  });

  it("sets cookies for its own page, endpoints, videos and realtime connection only", async () => {
    const { data } = await create();
    const { headers } = await open(data);
    const cookies = headers.getSetCookie();
    expect(cookies.map((cookie) => /Path=([^;]+)/.exec(cookie)?.[1])).toEqual([
      `/api/v1/guest-review/${data.id}`,
      `/media/g/${data.id}`,
      guestReviewPath(data.id),
      guestSocketPath(data.id),
    ]);
    for (const cookie of cookies) expect(cookie).toMatch(/^reelay_guest=.*; HttpOnly; SameSite=Lax$/);
  });

  it("is limited to 20 active ones in a task", async () => {
    const row = { taskId, version: 1, mayComment: true, mayDownload: false, createdAt: start };
    const active = Array.from({ length: maxActiveLinks }, () => ({ ...row, id: randomUUID() }));
    await app.db.insert(guestLinks).values(active);
    expect(await create()).toMatchObject({ status: 409, code: "too_many_links" });
    const [link] = await links();
    if (link) await creator.call(guestLinkEndpoints.revokeGuestLink, { params: ofLink(link) });
    expect(await create()).toMatchObject({ status: 200 });
  });

  it("of another task is unknown", async () => {
    const { data } = await create();
    const id = await taskInReview();
    const address = { params: { id, linkId: data.id } };
    expect(await creator.call(guestLinkEndpoints.revokeGuestLink, address)).toMatchObject({ status: 404 });
    expect(await creator.call(guestLinkEndpoints.guestVisits, address)).toMatchObject({ status: 404 });
  });
});

describe("a link ends", () => {
  async function expectEnded(guest: GuestClient, link: GuestLink, code = "link_ended"): Promise<void> {
    expect(await preview(guest)).toMatchObject({ status: 401, code: "no_guest" });
    expect(await write(guest)).toMatchObject({ status: 401 });
    expect(await open(link)).toMatchObject({ status: 410, code });
    expect((await links())[0]?.path).toBeNull();
  }

  async function opened(body: object = {}) {
    const link = (await create(body)).data;
    const guest = await join(link);
    expect(await preview(guest)).toMatchObject({ status: 200 });
    return { link, guest };
  }

  const runWindow = () =>
    app.db
      .update(versions)
      .set({ reviewEndsAt: after(start, hour), windowSeconds: hour / 1000 })
      .where(eq(versions.taskId, taskId));

  it("when it is revoked", async () => {
    const { link, guest } = await opened();
    await creator.call(guestLinkEndpoints.revokeGuestLink, { params: ofLink(link) });
    await expectEnded(guest, link, "link_revoked");
    expect((await links())[0]).toMatchObject({ state: "revoked" });
  });

  it("when it expires, and not before", async () => {
    const expiresAt = after(start, hour).toISOString();
    const { link, guest } = await opened({ expiresAt });
    expect((await preview(guest)).data.endsAt).toBe(expiresAt);
    app.setNow(after(start, hour - 1));
    expect(await preview(guest)).toMatchObject({ status: 200 });
    app.setNow(after(start, hour));
    await expectEnded(guest, link, "link_expired");
    expect((await links())[0]).toMatchObject({ state: "expired" });
    expect(await create({ expiresAt })).toMatchObject({ status: 422, code: "expiry_passed" });
  });

  it("when its version is approved, and continues when the approval is undone", async () => {
    const { link, guest } = await opened();
    await runWindow();
    const decided = { params: params(), body: { version: 1 } };
    await creator.call(reviewEndpoints.approve, decided);
    await expectEnded(guest, link);
    expect((await links())[0]).toMatchObject({ state: "ended" });
    await creator.call(reviewEndpoints.undoApproval, decided);
    expect((await links())[0]?.path).toBe(link.path);
  });

  it("when the review window ends, and is extended with it", async () => {
    const { link, guest } = await opened();
    await runWindow();
    const endsAt = (await preview(guest)).data.endsAt;
    expect(endsAt).toBe(after(start, hour).toISOString());
    await creator.call(reviewEndpoints.extendWindow, { params: params(), body: { version: 1 } });
    app.setNow(after(start, hour));
    expect(await preview(guest)).toMatchObject({ status: 200 });
    app.setNow(after(start, 2 * hour));
    await expectEnded(guest, link);
  });

  it("when changes are requested", async () => {
    const { link, guest } = await opened();
    const body = { version: 1, feedback: "Shorter." };
    await creator.call(decisionEndpoints.reject, { params: params(), body });
    await expectEnded(guest, link);
    expect((await links())[0]).toMatchObject({ state: "ended" });
  });

  it("when a newer version is in review, which it doesn't show", async () => {
    const { link, guest } = await opened();
    await addVersionInReview(app.db, { taskId, editorId: editor.user.id, number: 2 });
    await expectEnded(guest, link);
    expect((await links())[0]).toMatchObject({ state: "ended", version: 1 });
  });

  it("when the task is cancelled, with its guests and access log", async () => {
    const { guest } = await opened();
    const { status } = await creator.call(tasksEndpoints.cancelTask, { params: params() });
    expect(status).toBe(200);
    expect(await preview(guest)).toMatchObject({ status: 401 });
    expect(await links()).toEqual([]);
    const linkIds = (await app.db.select().from(guestVisits)).map(({ linkId }) => linkId);
    expect(linkIds).not.toContain(guest.link.linkId);
  });
});

describe("a password", () => {
  it("is required, and limited to 5 wrong ones in 15 minutes from one address", async () => {
    const link = (await create({ password: "low tide" })).data;
    const check = { params: { linkId: link.id }, body: { secret: secretOf(link) } };
    const checked = await app.nobody.call(guestEndpoints.checkGuestLink, check);
    expect(checked.data).toEqual({ needsPassword: true, mayComment: true });
    for (let at = 0; at < 3; at += 1) await join(link, { password: "low tide" });
    const guesses = Array.from({ length: guessLimit.attempts }, (_, at) =>
      open(link, { password: `tide${at}` }),
    );
    for (const guess of guesses) expect(await guess).toMatchObject({ status: 403, code: "wrong_password" });
    const limited = await open(link, { password: "low tide" });
    expect(limited).toMatchObject({ status: 429, code: "too_many_guesses" });
    expect(await open(await create().then(({ data }) => data))).toMatchObject({ status: 200 });
    app.setNow(after(start, guessLimit.window));
    expect(await open(link, { password: "low tide" })).toMatchObject({ status: 200 });
  });

  it("is limited to 20 wrong ones an hour from one site, and not by those of others", async () => {
    const link = (await create({ password: "low tide" })).data;
    const countAt = async (site: string) =>
      app.run(null, async (ctx) => {
        const key = `guest-guess:link:${link.id} site:${site}`;
        for (let guess = 1; guess < 20; guess++) await countUse(ctx, { key, limit: guessLimitOfSite });
      });
    await countAt("203.0.113.7");
    await join(link, { password: "low tide" });
    await join(link, { password: "low tide" });
    await countAt("127.0.0.1");
    expect(await open(link, { password: "tide" })).toMatchObject({ status: 403 });
    expect(await open(link, { password: "low tide" })).toMatchObject({ code: "too_many_guesses" });
  });

  it("that is changed ends the sessions of guests; other changes don't", async () => {
    const link = (await create()).data;
    const guest = await join(link);
    const change = (body: object) =>
      creator.call(guestLinkEndpoints.changeGuestLink, { params: ofLink(link), body });
    await change({ mayComment: false });
    expect((await preview(guest)).data).toMatchObject({ mayComment: false });
    expect(await write(guest)).toMatchObject({ status: 403, code: "guest_right" });
    expect((await change({ password: "spring tide" })).data).toMatchObject({ hasPassword: true });
    expect(await preview(guest)).toMatchObject({ status: 401 });
    const again = await join(link, { password: "spring tide" });
    expect((await change({ password: null })).data).toMatchObject({ hasPassword: false });
    expect(await preview(again)).toMatchObject({ status: 200 });
  });
});

describe("a guest", () => {
  it("sees the version of the link without ids, emails and other data of the members", async () => {
    const mentions = [editor.user.id];
    const on = await comment(creator, { mentions });
    const target = { ...params(), commentId: on.id };
    const done = { done: true, note: "Internal." };
    await creator.call(feedbackEndpoints.react, { params: target, body: { emoji: "👍", active: true } });
    await editor.call(feedbackEndpoints.markDone, { params: target, body: done });
    const guest = await join((await create()).data);
    const shown = (await preview(guest)).data;
    expect(shown).toMatchObject({
      taskTitle: "Tides",
      creator: creator.user.name,
      editor: editor.user.name,
      version: 1,
      name: "Anna",
      mayComment: true,
      mayDownload: false,
    });
    expect(Object.keys(shown)).not.toContain("taskId");
    const list = await comments(guest);
    const author = { id: null, name: creator.user.name, profileImgUrl: null };
    const hidden = { mentions: [], reactions: [], done: null };
    expect(list.comments).toMatchObject([{ id: on.id, text: "Shorter.", own: false, author, ...hidden }]);
    expect(JSON.stringify([shown, list])).not.toMatch(/@example\.com|Internal/);
  });

  it("sees comments on the version of the link only", async () => {
    const former = await comment(creator, { text: "On version 1." });
    await addVersionInReview(app.db, { taskId, editorId: editor.user.id, number: 2 });
    const guest = await join((await create()).data);
    const own = await comment(creator, { version: 2, text: "On version 2." });
    expect((await comments(guest)).comments.map(({ id }) => id)).toEqual([own.id]);
    const query = { after: 0 };
    const changes = await guest.call(guestEndpoints.guestCommentChanges, { params: guest.link, query });
    expect(changes.data.comments.map(({ id }) => id)).toEqual([own.id]);
    const reply = await guest.call(guestEndpoints.replyAsGuest, {
      params: { ...guest.link, commentId: former.id },
      body: { id: randomUUID(), text: "Hello?" },
    });
    expect(reply).toMatchObject({ status: 404, code: "comment_not_found" });
  });

  it("comments and replies, edits and deletes own comments only; the members receive them live", async () => {
    const guest = await join((await create()).data);
    app.realtimeMessages.length = 0;
    const added = (await write(guest)).data;
    expect(added).toMatchObject({ own: true, inFrame: 3, author: { id: null, name: "Guest: Anna" } });
    expect(app.realtimeMessages).toContainEqual(
      expect.objectContaining({
        people: [creator.user.id, editor.user.id],
        name: "comment_changed",
        payload: { taskId, comment: expect.objectContaining({ id: added.id }) },
      }),
    );
    const other = await join((await create()).data, { name: "Ben" });
    const on = (commentId: string) => ({ ...other.link, commentId });
    const edit = (client: Client, commentId: string) =>
      client.call(guestEndpoints.editGuestComment, {
        params: on(commentId),
        body: { text: "Darker.", drawing: null },
      });
    expect(await edit(other, added.id)).toMatchObject({ status: 404, code: "not_author" });
    const removed = await other.call(guestEndpoints.deleteGuestComment, { params: on(added.id) });
    expect(removed).toMatchObject({ status: 404, code: "not_author" });
    const members = await comment(creator);
    expect(await edit(other, members.id)).toMatchObject({ status: 404, code: "not_author" });
    const answer = { id: randomUUID(), text: "Yes." };
    const reply = await other.call(guestEndpoints.replyAsGuest, { params: on(added.id), body: answer });
    expect(reply.data).toMatchObject({ parentId: added.id, own: true, author: { name: "Guest: Ben" } });
    expect((await edit(other, reply.data.id)).data).toMatchObject({ text: "Darker.", edited: true });
    const deleted = await other.call(guestEndpoints.deleteGuestComment, { params: on(reply.data.id) });
    expect(deleted.data).toMatchObject({ deleted: true, text: "" });
  });

  it("draws within the limits of users, by links that allow comments, and the members see it", async () => {
    const { data: link } = await create();
    const guest = await join(link);
    const stroke = { color: "red", width: 0.01 };
    const shapes = [{ kind: "box", ...stroke, from: [0.1, 0.1], to: [0.9, 0.9] }];
    const { data } = await write(guest, { text: "", drawing: { shapes } });
    expect((await listOf(editor)).find(({ id }) => id === data.id)?.drawing).toEqual({ shapes });
    const edit = (body: object) =>
      guest.call(guestEndpoints.editGuestComment, {
        params: { ...guest.link, commentId: data.id },
        body: { text: "Here.", ...body },
      });
    const twice = { drawing: { shapes: [...shapes, ...shapes] } };
    for (const body of [twice, {}]) expect((await edit(body)).data).toMatchObject(twice);
    expect((await edit({ drawing: null })).data).toMatchObject({ text: "Here.", drawing: null });
    await edit({ drawing: { shapes } });
    const point = (x: number): [number, number] => [x, 0.5];
    const outside = { shapes: [{ kind: "pen", ...stroke, points: [point(1.1)] }] };
    const tooMany = { shapes: Array.from({ length: drawingLimits.shapes + 1 }, () => shapes[0]) };
    const points = Array.from({ length: drawingLimits.points }, (_, index) => point(1 / (index + 3)));
    const tooLarge = { shapes: Array.from({ length: 5 }, () => ({ kind: "pen", ...stroke, points })) };
    for (const drawing of [outside, tooMany, tooLarge, { shapes: [] }]) {
      expect(await write(guest, { drawing })).toMatchObject({ status: 422 });
    }
    const reading = await join((await create({ mayComment: false })).data);
    expect(await write(reading, { text: "", drawing: { shapes } })).toMatchObject({ status: 403 });
    expect(await comments(guest)).toMatchObject({ comments: [{ id: data.id, drawing: { shapes } }] });
  });

  it("stores a comment once, however often its id is sent, and only on frames of the video", async () => {
    const guest = await join((await create()).data);
    const id = randomUUID();
    const answers = await Promise.all([write(guest, { id }), write(guest, { id })]);
    expect(answers.map(({ status, data }) => [status, data.sequence])).toEqual([
      [200, 1],
      [200, 1],
    ]);
    const outside = { inFrame: framesOfVersion, outFrame: framesOfVersion };
    expect(await write(guest, outside)).toMatchObject({ status: 422, code: "no_such_frame" });
    expect(await write(guest, { text: " " })).toMatchObject({ status: 422, code: "empty_comment" });
    const foreign = await comment(creator);
    expect(await write(guest, { id: foreign.id })).toMatchObject({ status: 409, code: "id_taken" });
  });

  it("can write 20 comments a minute", async () => {
    const guest = await join((await create()).data);
    const rows = await app.db.select().from(guests).where(eq(guests.linkId, guest.link.linkId));
    const counted = { key: `comments:guest:${rows[0]?.id}`, limit: guestCommentLimit };
    await app.run(null, async (ctx) => {
      for (let sent = 0; sent < guestCommentLimit.attempts; sent++) await countUse(ctx, counted);
    });
    expect(await write(guest)).toMatchObject({ status: 429 });
    app.setNow(after(start, minute));
    expect(await write(guest)).toMatchObject({ status: 200 });
  });

  it("can't write once all guests of the link have written 600 comments in an hour", async () => {
    const link = (await create()).data;
    const [one, other] = [await join(link), await join(link, { name: "Ben" })];
    const counted = { key: `comments:guest-link:${link.id}`, limit: linkCommentLimit };
    await app.run(null, async (ctx) => {
      for (let sent = 1; sent < linkCommentLimit.attempts; sent++) await countUse(ctx, counted);
    });
    expect(await write(one)).toMatchObject({ status: 200 });
    expect(await write(other)).toMatchObject({ status: 429 });
    expect(await write(await join((await create()).data))).toMatchObject({ status: 200 });
    app.setNow(after(start, linkCommentLimit.window));
    expect(await write(other)).toMatchObject({ status: 200 });
  });

  it("can be deleted from by the creator, not by the editor", async () => {
    const guest = await join((await create()).data);
    const { id } = (await write(guest)).data;
    const remove = (member: Person) =>
      member.call(feedbackEndpoints.deleteComment, { params: { ...params(), commentId: id } });
    expect(await remove(editor)).toMatchObject({ status: 404, code: "not_author" });
    expect((await remove(creator)).data).toMatchObject({ deleted: true });
  });

  it("appears in notifications as a guest", async () => {
    const guest = await join((await create()).data);
    await write(guest);
    app.setNow(after(start, 5 * minute));
    await app.work();
    for (const reader of [creator, editor]) {
      const { items } = (await reader.call(notificationsEndpoints.list, { query: {} })).data;
      expect(items).toContainEqual(expect.objectContaining({ title: "Guest: Anna commented: Tides" }));
    }
  });
});

it("a creator's download contains the links of their tasks, without secrets", async () => {
  const link = (await create({ password: "low tide" })).data;
  await creator.call(guestLinkEndpoints.revokeGuestLink, { params: ofLink(link) });
  const { data } = await creator.call(accountDeletionEndpoints.downloadData, {});
  expect(data["reviewLinks"]).toMatchObject([{ taskId, version: 1, revokedAt: start.toISOString() }]);
  expect(JSON.stringify(data["reviewLinks"])).not.toMatch(/argon2|passwordHash/);
  const others = await editor.call(accountDeletionEndpoints.downloadData, {});
  expect(others.data["reviewLinks"]).toEqual([]);
});

describe("the access log", () => {
  it("has names, networks and events, newest first", async () => {
    const link = (await create({ password: "low tide", mayDownload: true })).data;
    await open(link, { password: "high tide" });
    const guest = await join(link, { password: "low tide" });
    await write(guest);
    await guest.call(guestEndpoints.guestDownload, { params: guest.link });
    const log = await creator.call(guestLinkEndpoints.guestVisits, { params: ofLink(link) });
    expect(log.data.map(({ kind, name, address }) => [kind, name, address])).toEqual([
      ["downloaded", "Anna", "127.0.0.0/24"],
      ["commented", "Anna", "127.0.0.0/24"],
      ["opened", "Anna", "127.0.0.0/24"],
      ["wrong_password", null, "127.0.0.0/24"],
    ]);
    expect((await links())[0]).toMatchObject({ guests: 1, lastSeenAt: start.toISOString() });
  });

  it("records the last visit of a guest", async () => {
    const guest = await join((await create()).data);
    const later = after(start, 2 * minute);
    app.setNow(later);
    await preview(guest);
    expect((await links())[0]).toMatchObject({ lastSeenAt: later.toISOString() });
  });
});

it("a token that isn't one is refused without a query", async () => {
  const link = (await create()).data;
  const stranger = createClient(inProcess(app.app), `${guestCookie}=nothing`);
  const answer = await stranger.call(guestEndpoints.guestPreview, { params: { linkId: link.id } });
  expect(answer).toMatchObject({ status: 401 });
});
