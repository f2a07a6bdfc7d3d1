import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { versionWithdrawn } from "#modules/review/contract/withdrawals.ts";
import { versions } from "#modules/review/server/tables.ts";
import { endWindow } from "#modules/review/server/window/review-window.ts";
import { endCode } from "#modules/rooms/contract/errors.ts";
import { type EndReason, roomsEndpoints } from "#modules/rooms/contract/rooms.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { contributorsEndpoints } from "#modules/tasks/contract/contributors.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { addTaskInReview, addVersionInReview } from "#testing/reviewed-version.ts";
import { passRoomTime, roomMember } from "#testing/rooms.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addContributor, addManager } from "#testing/team.ts";

import { roomParticipants, rooms } from "../tables.ts";
import { sweepWorker } from "./jobs.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let taskId: number;
let roomId: string;
let first: ReturnType<typeof roomMember>;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

beforeEach(async () => {
  ({ creator, editor } = await joinAll(app, { creator: "YOUTUBER", editor: "EDITOR" }));
  taskId = await addTaskInReview(app.db, { creator, editor });
  roomId = (await start(editor)).data.id;
  first = roomMember(editor, { taskId, roomId });
  await first.report();
  app.realtimeMessages.length = 0;
});

const task = () => ({ id: taskId });
const start = ({ call }: Person) =>
  call(roomsEndpoints.startRoom, { params: task(), body: { version: 1, frame: 0 } });
const endRoom = ({ call }: Person) => call(roomsEndpoints.endRoom, { params: { id: taskId, roomId } });
const taskRoom = async () => (await creator.call(roomsEndpoints.taskRoom, { params: task() })).data;
const stored = async () => (await app.db.select().from(rooms).where(eq(rooms.id, roomId)))[0];
const sweep = () => sweepWorker({ run: app.run }).work({}, new AbortController().signal);

/** The room of the last message to its participants. */
function lastMessage() {
  const sent = app.realtimeMessages.findLast(({ name }) => name === "room_changed");
  return sent?.payload as { room: { endReason: string | null; state: { version: number } } } | undefined;
}

/** Answers to participants after the end, and whether pages are notified. */
async function observedEnd() {
  const sent = [
    first.report(),
    first.change({ frame: 1 }),
    first.signal({ kind: "frame", version: 1, frame: 1 }),
  ];
  const refusals = (await Promise.all(sent)).map(({ status, code }) => `${status} ${code}`);
  const arePagesTold = app.realtimeMessages.some(({ name }) => name === "rooms_changed");
  const room = await taskRoom();
  return {
    reason: lastMessage()?.room.endReason,
    refusals,
    arePagesTold,
    room,
    leave: (await first.leave()).status,
  };
}

function end(reason: EndReason) {
  const refusal = `410 ${endCode(reason)}`;
  return { reason, refusals: [refusal, refusal, refusal], arePagesTold: true, room: null, leave: 200 };
}

describe("a room ends", () => {
  it("by the person who started it", async () => {
    expect((await endRoom(editor)).status).toBe(200);
    expect(await observedEnd()).toEqual(end("ended"));
    expect((await endRoom(editor)).status).toBe(200);
    expect((await start(editor)).data.id).not.toBe(roomId);
  });

  it("by the creator of the task, and no other member", async () => {
    await endRoom(editor);
    roomId = (await start(creator)).data.id;
    first = roomMember(creator, { taskId, roomId });
    await first.report();
    const { manager, contributor } = await joinAll(app, { manager: "EDITOR", contributor: "EDITOR" });
    await addManager(app, { creator, manager }, ["create_tasks", "review", "publish"]);
    await addContributor(app.db, { taskId, person: contributor }, ["upload", "attach"]);
    app.realtimeMessages.length = 0;
    for (const other of [editor, manager, contributor]) {
      expect(await endRoom(other)).toMatchObject({ status: 409, code: "may_not_end" });
    }
    expect((await first.report()).data).toMatchObject({ id: roomId, endReason: null });
    expect(app.realtimeMessages).toEqual([]);
    expect((await endRoom(creator)).status).toBe(200);
    expect(await observedEnd()).toEqual(end("ended"));
  });

  it("not by the person who started it and is no longer a member", async () => {
    await endRoom(editor);
    const { contributor } = await joinAll(app, { contributor: "EDITOR" });
    await addContributor(app.db, { taskId, person: contributor });
    roomId = (await start(contributor)).data.id;
    const params = { id: taskId, personId: contributor.user.id };
    await creator.call(contributorsEndpoints.removeContributor, { params });
    expect((await endRoom(contributor)).status).toBe(404);
    expect((await stored())?.endReason).toBeNull();
  });

  it("with its cancelled task", async () => {
    await creator.call(tasksEndpoints.cancelTask, { params: task() });
    expect(await observedEnd()).toEqual(end("task_ended"));
  });

  it("with the video of its version, when the review window ends", async () => {
    await app.db.update(versions).set({ reviewEndsAt: new Date(Date.now() - 1000) });
    await app.run(null, (ctx) => endWindow(ctx, { taskId, version: 1 }));
    expect(await observedEnd()).toEqual(end("version_deleted"));
  });

  it("with the video of its version, also if no event was emitted", async () => {
    await app.db.update(versions).set({ state: "expired" }).where(eq(versions.taskId, taskId));
    expect(await taskRoom()).toBeNull();
    await first.report();
    expect(await observedEnd()).toEqual(end("version_deleted"));
  });

  it("when its version is withdrawn", async () => {
    const withdrawn = { taskId, version: 1, reason: "Wrong file.", wasInReview: true };
    await app.run(null, async (ctx) => {
      await ctx.tx.update(versions).set({ state: "withdrawn" }).where(eq(versions.taskId, taskId));
      await ctx.emit(versionWithdrawn, withdrawn);
    });
    expect(await observedEnd()).toEqual(end("version_deleted"));
  });

  it("after a minute without participants, when another one is started", async () => {
    await first.leave();
    expect((await start(creator)).data.id).toBe(roomId);
    await passRoomTime(app.db, 61_000);
    expect(await taskRoom()).toBeNull();
    expect((await start(creator)).data.id).not.toBe(roomId);
    expect(await first.report()).toMatchObject({ status: 410, code: "room_empty" });
  });

  it("after a minute without participants, by the job, which deletes it a day later", async () => {
    await passRoomTime(app.db, 31_000);
    await sweep();
    expect((await stored())?.endReason).toBeNull();
    await passRoomTime(app.db, 31_000);
    await sweep();
    expect((await stored())?.endReason).toBe("empty");
    expect(await first.report()).toMatchObject({ status: 410, code: "room_empty" });
    await passRoomTime(app.db, 24 * 3600_000);
    await sweep();
    expect(await stored()).toBeUndefined();
    expect(await first.report()).toMatchObject({ status: 404, code: "room_not_found" });
  });
});

describe("a room goes on", () => {
  it("after an approval", async () => {
    const approved = await creator.call(reviewEndpoints.approve, { params: task(), body: { version: 1 } });
    expect(approved.status).toBe(200);
    expect((await first.report()).data).toMatchObject({ id: roomId, endReason: null });
  });

  it("when everybody was away for a while, and one comes back", async () => {
    await passRoomTime(app.db, 600_000);
    expect((await first.report()).data).toMatchObject({ id: roomId, participants: [{}] });
  });

  it("on the version that its own was compared with", async () => {
    await addVersionInReview(app.db, { taskId, editorId: editor.user.id, number: 2, state: "rejected" });
    const comparison = { version: 2, mode: "side", offset: 0, showsOther: false, wipe: 50 } as const;
    await first.change({ comparison, playing: true, frame: 40 });
    const ofVersion = and(eq(versions.taskId, taskId), eq(versions.number, 1));
    await app.db.update(versions).set({ state: "expired" }).where(ofVersion);
    const { state } = (await first.report()).data;
    expect(state).toMatchObject({ version: 2, comparison: null, playing: false, frame: 40 });
    expect(lastMessage()?.room.state.version).toBe(2);
  });
});

describe("personal data", () => {
  it("has the rooms that a person started or is in, and none of others", async () => {
    await roomMember(creator, { taskId, roomId }).report();
    const download = async ({ call }: Person) =>
      (await call(accountDeletionEndpoints.downloadData, {})).data as { rooms?: unknown };
    expect((await download(editor)).rooms).toMatchObject([{ taskId, started: true, endedAt: null }]);
    expect((await download(creator)).rooms).toMatchObject([{ taskId, started: false }]);
    expect((await download(await app.join(`other${taskId}`, "EDITOR"))).rooms).toEqual([]);
  });

  it("of participants is deleted with the end of the room", async () => {
    await endRoom(editor);
    const participants = eq(roomParticipants.roomId, roomId);
    expect(await app.db.select().from(roomParticipants).where(participants)).toEqual([]);
  });
});
