import { randomUUID } from "node:crypto";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { suspendUser } from "#modules/operators/server/users/actions.ts";
import { roomsEndpoints } from "#modules/rooms/contract/rooms.ts";
import { maxParticipants, maxTabs, startLimit } from "#modules/rooms/rules/limits.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { contributorsEndpoints } from "#modules/tasks/contract/contributors.ts";
import { taskEdited } from "#modules/tasks/contract/tasks.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { removeMember } from "#modules/team/server/public/team.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { roomMember } from "#testing/rooms.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addContributor, addManager } from "#testing/team.ts";

import { roomParticipants } from "../tables.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let other: Person;
let taskId: number;
let roomId: string;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

beforeEach(async () => {
  ({ creator, editor, other } = await joinAll(app, {
    creator: "YOUTUBER",
    editor: "EDITOR",
    other: "EDITOR",
  }));
  taskId = await addTaskInReview(app.db, { creator, editor });
  roomId = (await start()).data.id;
});

const start = () =>
  creator.call(roomsEndpoints.startRoom, { params: { id: taskId }, body: { version: 1, frame: 0 } });
/** Sends strokes of 20 KB each. */
function draw({ signal }: ReturnType<typeof roomMember>, strokes: number) {
  const points: [number, number][] = Array.from({ length: 1000 }, () => [0.123456, 0.123456]);
  const stroke = { kind: "pen", color: "red", width: 0.01, points } as const;
  return signal({
    kind: "drawing",
    version: 1,
    frame: 0,
    shapes: Array.from({ length: strokes }, () => stroke),
  });
}
const tab = (person: Person) => roomMember(person, { taskId, roomId });

describe("a participant", () => {
  it("can't be another person", async () => {
    const [first, second] = [tab(creator), tab(editor)];
    await first.report();
    await second.report();
    const params = { id: taskId, roomId };
    const { participant } = first;
    const body = { participant, number: 9, follows: true, buffers: false, roundTrip: 1 };
    const presence = await editor.call(roomsEndpoints.reportPresence, { params, body });
    expect(presence).toMatchObject({ status: 409, code: "participant_taken" });
    const command = { kind: "present" } as const;
    const sent = { participant, number: 9, command };
    const commanded = await editor.call(roomsEndpoints.sendCommand, { params, body: sent });
    expect(commanded).toMatchObject({ status: 404, code: "not_in_room" });
    const signal = { participant, signal: { kind: "frame" as const, version: 1, frame: 1 } };
    const signalled = await editor.call(roomsEndpoints.sendSignal, { params, body: signal });
    expect(signalled).toMatchObject({ status: 404, code: "not_in_room" });
    await editor.call(roomsEndpoints.leaveRoom, { params, body: { participant } });
    expect((await second.report()).data.participants).toHaveLength(2);
  });

  it("is one of several tabs of a person, which leave one by one", async () => {
    const [first, second] = [tab(creator), tab(creator)];
    await first.report();
    await second.report({ follows: false });
    await first.leave();
    const { participants } = (await second.report({ follows: false })).data;
    expect(participants).toMatchObject([{ id: second.participant, follows: false }]);
  });

  it("leaves at once, for the room and for the others", async () => {
    const [first, second] = [tab(creator), tab(editor)];
    await first.report();
    await second.report();
    app.realtimeMessages.length = 0;
    expect((await second.leave()).status).toBe(200);
    expect(app.realtimeMessages).toMatchObject([
      {
        name: "room_changed",
        people: [creator.user.id],
        payload: { room: { participants: [{ id: first.participant }] } },
      },
    ]);
    const inRoom = eq(roomParticipants.roomId, roomId);
    const rows = await app.db.select().from(roomParticipants).where(inRoom);
    expect(rows).toMatchObject([{ id: first.participant }]);
    expect(await second.change({ frame: 1 })).toMatchObject({ status: 404, code: "not_in_room" });
    expect(await second.signal({ kind: "frame", version: 1, frame: 1 })).toMatchObject({
      code: "not_in_room",
    });
  });

  it("has left when they send a command after 30 seconds without a report", async () => {
    const first = tab(creator);
    await first.report();
    await app.db.update(roomParticipants).set({ seenAt: new Date(Date.now() - 31_000) });
    expect(await first.change({ frame: 1 })).toMatchObject({ status: 404, code: "not_in_room" });
    expect((await first.report()).data.participants).toHaveLength(1);
    expect((await first.change({ frame: 1 })).status).toBe(200);
  });
});

it("a room of another task is unknown", async () => {
  const elsewhere = await addTaskInReview(app.db, { creator, editor });
  const wrong = roomMember(creator, { taskId: elsewhere, roomId });
  for (const sent of [
    wrong.report(),
    wrong.change({ frame: 1 }),
    wrong.signal({ kind: "frame", version: 1, frame: 1 }),
  ]) {
    expect(await sent).toMatchObject({ status: 404, code: "room_not_found" });
  }
});

describe("a person who loses access to the task is removed at once:", () => {
  const task = () => ({ params: { id: taskId } });
  const contribute = (person: Person) => addContributor(app.db, { taskId, person });
  const manage = (manager: Person) => addManager(app, { creator, manager }, ["review"]);

  it.each<[string, (person: Person) => Promise<unknown>, (person: Person) => Promise<unknown>]>([
    [
      "a removed contributor",
      contribute,
      ({ user }) =>
        creator.call(contributorsEndpoints.removeContributor, { params: { id: taskId, personId: user.id } }),
    ],
    ["a contributor who leaves", contribute, ({ call }) => call(contributorsEndpoints.leaveTask, task())],
    [
      "a removed manager",
      manage,
      ({ user }) =>
        app.run(null, (ctx) => removeMember(ctx, { creatorId: creator.user.id, personId: user.id })),
    ],
    ["a suspended user", contribute, ({ user }) => app.run(null, (ctx) => suspendUser(ctx, user.id))],
    [
      "a deleted account",
      contribute,
      ({ user, call }) =>
        call(accountDeletionEndpoints.deleteAccount, { body: { password: `${user.name} likes long reels` } }),
    ],
  ])("%s", async (_who, admit, end) => {
    await admit(other);
    const [first, leaving] = [tab(creator), tab(other)];
    await first.report();
    expect((await leaving.report()).data.participants).toHaveLength(2);
    app.realtimeMessages.length = 0;
    await end(other);
    const changes = app.realtimeMessages.filter(({ name }) => name === "room_changed");
    expect(changes).toMatchObject([
      { people: [creator.user.id], payload: { room: { participants: [{ name: creator.user.name }] } } },
    ]);
    expect(await app.db.select().from(roomParticipants)).not.toEqual(
      expect.arrayContaining([expect.objectContaining({ personId: other.user.id })]),
    );
    expect([401, 404]).toContain((await leaving.report()).status);
    expect([401, 404]).toContain((await leaving.signal({ kind: "frame", version: 1, frame: 1 })).status);
  });

  // No other event says that they leave a closed task.
  it.each(["editor", "creator"] as const)(
    "the deleted account of the %s of a published task",
    async (role) => {
      await app.db.update(tasks).set({ stage: "published" }).where(eq(tasks.id, taskId));
      const [person, staying] = role === "editor" ? [editor, creator] : [creator, editor];
      const [leaving, remaining] = [tab(person), tab(staying)];
      await leaving.report();
      expect((await remaining.report()).data.participants).toHaveLength(2);
      app.realtimeMessages.length = 0;
      const body = { password: `${person.user.name} likes long reels` };
      expect((await person.call(accountDeletionEndpoints.deleteAccount, { body })).status).toBe(200);
      expect(app.realtimeMessages.filter(({ name }) => name === "room_changed")).toMatchObject([
        { people: [staying.user.id], payload: { room: { participants: [{ name: staying.user.name }] } } },
      ]);
      const inRoom = eq(roomParticipants.roomId, roomId);
      const rows = await app.db.select().from(roomParticipants).where(inRoom);
      expect(rows).toMatchObject([{ personId: staying.user.id }]);
    },
  );

  it("the former editor", async () => {
    const [first, leaving] = [tab(creator), tab(editor)];
    await first.report();
    await leaving.report();
    app.realtimeMessages.length = 0;
    await app.run(null, async (ctx) => {
      await ctx.tx.update(tasks).set({ editorId: other.user.id }).where(eq(tasks.id, taskId));
      await ctx.emit(taskEdited, { taskId, assigned: true, formerEditorId: editor.user.id });
    });
    expect(app.realtimeMessages.filter(({ name }) => name === "room_changed")).toMatchObject([
      { people: [creator.user.id] },
    ]);
    expect((await leaving.report()).status).toBe(404);
  });
});

describe("a room is limited", () => {
  it("to tabs of one person, and participants", async () => {
    const tabs = Array.from({ length: maxTabs + 1 }, () => tab(creator));
    const reports = [];
    for (const each of tabs) reports.push((await each.report()).code);
    expect(reports).toEqual([...Array.from({ length: maxTabs }, () => undefined), "too_many_tabs"]);
    const seenAt = new Date();
    await app.db.insert(roomParticipants).values(
      Array.from({ length: maxParticipants - maxTabs }, () => ({
        roomId,
        id: randomUUID(),
        personId: creator.user.id,
        follows: true,
        buffers: false,
        asks: false,
        roundTrip: 1,
        joinedAt: seenAt,
        seenAt,
        lastCommand: 0,
        lastReport: 0,
      })),
    );
    expect(await tab(editor).report()).toMatchObject({ status: 409, code: "room_full" });
    expect((await tabs[0]?.report())?.status).toBe(200);
  });

  it("in commands, reports and signals of one person, which others don't notice", async () => {
    // No time passes, so nothing is refilled.
    app.setNow(new Date());
    const [first, second] = [tab(creator), tab(editor)];
    await second.report();
    const statuses = async (requests: number, send: () => Promise<{ status: number }>) => {
      const sent = await Promise.all(Array.from({ length: requests }, send));
      return [200, 429].map((status) => sent.filter((each) => each.status === status).length);
    };
    expect(await statuses(22, () => first.report())).toEqual([20, 2]);
    expect(await statuses(42, () => first.change({ frame: 1 }))).toEqual([40, 2]);
    // Each takes 20 of 120 tokens, and the smallest takes one.
    expect(await statuses(8, () => draw(first, 1))).toEqual([6, 2]);
    const refused = await first.signal({ kind: "frame", version: 1, frame: 1 });
    expect(refused).toMatchObject({ code: "too_many_requests", status: 429 });
    const others = [
      second.report(),
      second.change({ frame: 2 }),
      second.signal({ kind: "frame", version: 1, frame: 1 }),
    ];
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200]);
    app.setNow(null);
  });

  it("in size of its signals", async () => {
    const first = tab(creator);
    await first.report();
    expect([(await draw(first, 1)).status, (await draw(first, 2)).status]).toEqual([200, 422]);
  });

  it("in rooms that one person starts", async () => {
    const end = (id: string) => creator.call(roomsEndpoints.endRoom, { params: { id: taskId, roomId: id } });
    await end(roomId);
    for (let at = 1; at < startLimit.attempts; at += 1) await end((await start()).data.id);
    expect(await start()).toMatchObject({ status: 429, code: "too_many" });
  });
});
