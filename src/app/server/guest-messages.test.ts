import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { resolve } from "node:path";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { RealtimeMessage } from "#core/event.ts";
import { guestChannel } from "#core/server/context.ts";
import { after, hour, second } from "#core/time.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { guestEndpoints, guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";
import { guestCommentChanged, guestReviewChanged } from "#modules/feedback/realtime-messages.ts";
import { notifyOfChanges } from "#modules/feedback/server/comments/notify-readers.ts";
import { restoreUser, suspendUser } from "#modules/operators/server/users/actions.ts";
import { people } from "#modules/people/server/tables.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { versions } from "#modules/review/server/tables.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { type Client, createClient, inProcess } from "#testing/client.ts";
import { addTaskInReview, addVersionInReview } from "#testing/reviewed-version.ts";
import { type Connected, openSockets, type Sockets } from "#testing/sockets.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let sockets: Sockets;
let creator: Person;
let editor: Person;
let taskId: number;

beforeAll(async () => {
  app = await startApp();
  sockets = await openSockets(app);
});
afterAll(async () => {
  sockets?.close();
  await app?.stop();
});
beforeEach(async () => {
  ({ creator, editor } = await joinAll(app, { creator: "YOUTUBER", editor: "EDITOR" }));
  taskId = await addTaskInReview(app.db, { creator, editor });
});

interface GuestClient extends Client {
  linkId: string;
  cookie: string;
}

async function enter(
  { name = "Anna", ...settings }: { name?: string; password?: string; expiresAt?: string } = {},
  id: number = taskId,
): Promise<GuestClient> {
  const body = { mayComment: true, ...settings };
  const { data } = await creator.call(guestLinkEndpoints.createGuestLink, { params: { id }, body });
  return open(data.id, data.path?.split("#")[1] ?? "", { name, ...settings });
}

async function open(
  linkId: string,
  secret: string,
  { name, password }: { name: string; password?: string },
): Promise<GuestClient> {
  const body = { secret, name, ...(password !== undefined && { password }) };
  const { cookie = "" } = await app.nobody.call(guestEndpoints.openGuestLink, { params: { linkId }, body });
  return { ...createClient(inProcess(app.app), cookie), linkId, cookie };
}

const connectGuest = (guest: Pick<GuestClient, "linkId" | "cookie">) => sockets.connectGuest(guest);
const connectUser = (person: Person) => sockets.connectUser(person);

const namesIn = (connected: Connected | null) => connected?.received.map(({ name }) => name);

async function comment(author: Person, body: object = {}) {
  const draft = { id: randomUUID(), version: 1, inFrame: 1, outFrame: 1, text: "Shorter.", ...body };
  return (await author.call(feedbackEndpoints.addComment, { params: { id: taskId }, body: draft })).data;
}

const folder = resolve(import.meta.dirname, "../../modules");

/** The realtime messages that all modules define. */
async function allMessages(): Promise<(RealtimeMessage & { forGuests?: true })[]> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const defining = files.filter((file) => file.endsWith("realtime-messages.ts"));
  const loaded = await Promise.all(
    defining.map((file) => import(resolve(folder, file)) as Promise<Record<string, RealtimeMessage>>),
  );
  return loaded.flatMap((exported) => Object.values(exported));
}

describe("of all realtime messages, guests receive", () => {
  it("those of their link that are made for guests, and no others", async () => {
    const other = await addTaskInReview(app.db, { creator, editor });
    const [guest, stranger] = [await enter(), await enter({}, other)];
    const connected = await connectGuest(guest);
    const unrelated = await connectGuest(stranger);
    const member = await connectUser(creator);
    const messages = await allMessages();
    const forGuests = messages.filter((message) => message.forGuests);
    const forUsers = messages.filter((message) => !message.forGuests);
    expect(forGuests.map(({ name }) => name)).toEqual([
      "guest_comment_changed",
      "guest_comments_changed",
      "guest_review_changed",
      "room_changed",
      "room_signal",
      "guest_rooms_changed",
    ]);
    const everybody = (await app.db.select({ id: people.id }).from(people)).map(({ id }) => id);
    await app.run(null, async (ctx) => {
      for (const message of forUsers) ctx.notifyClients(everybody, message, {});
      for (const message of forGuests) {
        ctx.notifyGuests([guestChannel(guest.linkId)], { ...message, forGuests: true }, {});
      }
      ctx.notifyGuests([guestChannel(stranger.linkId)], guestReviewChanged, {});
    });
    await expect.poll(() => namesIn(unrelated)).toEqual([guestReviewChanged.name]);
    expect(namesIn(connected)).toEqual(forGuests.map(({ name }) => name));
    expect(namesIn(member)).toEqual(forUsers.map(({ name }) => name));
  });

  it("what the same guest's requests return, whatever members do", async () => {
    const [guest, other] = [await enter(), await enter({ name: "Ben" })];
    const [connected, atOther] = [await connectGuest(guest), await connectGuest(other)];
    await addVersionInReview(app.db, { taskId, editorId: editor.user.id, number: 2, state: "rejected" });
    const first = await comment(creator, { mentions: [editor.user.id] });
    const target = { id: taskId, commentId: first.id };
    await comment(editor, { version: 2, text: "On another version." });
    await creator.call(feedbackEndpoints.react, { params: target, body: { emoji: "👍", active: true } });
    await editor.call(feedbackEndpoints.markDone, {
      params: target,
      body: { done: true, note: "Internal." },
    });
    await creator.call(feedbackEndpoints.resolveComment, { params: target, body: { resolved: true } });
    const reply = { id: randomUUID(), text: "Really?" };
    await guest.call(guestEndpoints.replyAsGuest, {
      params: { linkId: guest.linkId, commentId: first.id },
      body: reply,
    });
    // As after its still was made.
    await app.run(null, (ctx) => notifyOfChanges(ctx, { id: taskId }, [first.id]));
    const lastOf = (at: Connected | null, id: string) =>
      ((at?.received ?? []) as { payload: { comment: { id: string } } }[])
        .map(({ payload }) => payload.comment)
        .findLast((sent) => sent.id === id);
    for (const [client, at] of [
      [guest, connected],
      [other, atOther],
    ] as const) {
      const params = { linkId: client.linkId };
      const listed = await client.call(guestEndpoints.guestComments, { params, query: {} });
      expect(listed.data.comments.map(({ own }) => own)).toEqual([false, client === guest]);
      for (const expected of listed.data.comments) {
        await expect.poll(() => lastOf(at, expected.id)).toEqual(expected);
      }
      expect(new Set(namesIn(at))).toEqual(new Set([guestCommentChanged.name]));
      expect(JSON.stringify(at?.received)).not.toMatch(/taskId|another version|Internal|@example|👍/);
    }
  });
});

describe("the realtime connection of a guest", () => {
  it("needs the cookie of its own link", async () => {
    const [guest, other] = [await enter(), await enter()];
    const strangers = [
      { ...guest, cookie: "" },
      { ...guest, cookie: other.cookie },
      { ...guest, cookie: creator.cookie },
      { ...other, linkId: "nothing" },
    ];
    for (const stranger of strangers) expect(await connectGuest(stranger)).toBeNull();
    expect(await connectGuest(guest)).not.toBeNull();
  });

  const params = () => ({ id: taskId });
  const ofLink = ({ linkId }: GuestClient) => ({ ...params(), linkId });

  it.each<[string, (guest: GuestClient) => Promise<unknown>]>([
    ["revoked", (guest) => creator.call(guestLinkEndpoints.revokeGuestLink, { params: ofLink(guest) })],
    [
      "given another password",
      (guest) =>
        creator.call(guestLinkEndpoints.changeGuestLink, {
          params: ofLink(guest),
          body: { password: "spring tide" },
        }),
    ],
    [
      "ended by an approval",
      () => creator.call(reviewEndpoints.approve, { params: params(), body: { version: 1 } }),
    ],
    ["deleted with the cancelled task", () => creator.call(tasksEndpoints.cancelTask, { params: params() })],
    [
      "not usable while its creator is suspended",
      () => app.run(null, (ctx) => suspendUser(ctx, creator.user.id)),
    ],
  ])("ends when the link is %s; the page is told, and refused afterwards", async (_what, end) => {
    const guest = await enter({ password: "low tide" });
    const connected = await connectGuest(guest);
    const ended = new Promise((settle) => connected?.socket.once("disconnect", settle));
    await end(guest);
    expect(await ended).toBe("io server disconnect");
    expect(namesIn(connected)).toEqual([guestReviewChanged.name]);
    expect(await connectGuest(guest)).toBeNull();
    await app.run(null, (ctx) => restoreUser(ctx, creator.user.id));
  });

  it("ends at the end of the link, also if that was changed meanwhile", async () => {
    const guest = await enter({ expiresAt: after(new Date(), hour).toISOString() });
    const connected = await connectGuest(guest);
    const ended = new Promise((settle) => connected?.socket.once("disconnect", settle));
    await creator.call(guestLinkEndpoints.changeGuestLink, {
      params: ofLink(guest),
      body: { expiresAt: after(new Date(), second).toISOString() },
    });
    expect(await ended).toBe("io server disconnect");
    expect(namesIn(connected)).toEqual([guestReviewChanged.name, guestReviewChanged.name]);
  });

  it("stays after other changes, which the page is told", async () => {
    const guest = await enter();
    const connected = await connectGuest(guest);
    await creator.call(guestLinkEndpoints.changeGuestLink, {
      params: ofLink(guest),
      body: { mayComment: false },
    });
    const window = { reviewEndsAt: after(new Date(), hour), windowSeconds: 3600 };
    await app.db.update(versions).set(window).where(eq(versions.taskId, taskId));
    await creator.call(reviewEndpoints.extendWindow, { params: params(), body: { version: 1 } });
    await comment(creator);
    await expect.poll(() => namesIn(connected)).toContain(guestCommentChanged.name);
    expect(namesIn(connected)?.slice(0, -1)).toEqual([guestReviewChanged.name, guestReviewChanged.name]);
    expect(connected?.socket.connected).toBe(true);
  });

  it("receives nothing of a link that has ended without a message", async () => {
    const guest = await enter();
    const [connected, member] = [await connectGuest(guest), await connectUser(creator)];
    await addVersionInReview(app.db, { taskId, editorId: editor.user.id, number: 2 });
    await comment(creator);
    await expect.poll(() => namesIn(member)).toContain("comment_changed");
    expect(connected?.received).toEqual([]);
  });
});
