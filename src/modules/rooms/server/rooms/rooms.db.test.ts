import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { GuideKind } from "#modules/media/contract/guides.ts";
import type { Comparison } from "#modules/rooms/contract/room-state.ts";
import { type Participant, type Room, roomsEndpoints } from "#modules/rooms/contract/rooms.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { passRoomTime, roomMember } from "#testing/rooms.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let taskId: number;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

beforeEach(async () => {
  ({ creator, editor } = await joinAll(app, { creator: "YOUTUBER", editor: "EDITOR" }));
  taskId = await addTaskInReview(app.db, { creator, editor });
});

const start = (person: Person, body: { version: number; frame: number } = { version: 1, frame: 12 }) =>
  person.call(roomsEndpoints.startRoom, { params: { id: taskId }, body });
const taskRoom = async (person: Person) =>
  (await person.call(roomsEndpoints.taskRoom, { params: { id: taskId } })).data;
const names = (participants: readonly Participant[] | undefined) => participants?.map(({ name }) => name);

async function startTogether(): Promise<{
  room: Room;
  first: ReturnType<typeof roomMember>;
  second: ReturnType<typeof roomMember>;
}> {
  const { data: room } = await start(creator);
  const place = { taskId, roomId: room.id };
  const [first, second] = [roomMember(creator, place), roomMember(editor, place)];
  await first.report();
  await second.report();
  return { room, first, second };
}

describe("a room", () => {
  it("starts paused on a frame, once per task, and is found by all members", async () => {
    expect(await taskRoom(editor)).toBeNull();
    const { status, data } = await start(creator, { version: 1, frame: 1000 });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      sequence: 1,
      state: { version: 1, playing: false, frame: 99, speed: 1 },
      presenter: null,
      participants: [],
      startedBy: creator.user.name,
      endReason: null,
    });
    expect((await start(editor)).data.id).toBe(data.id);
    expect(await taskRoom(editor)).toEqual(data);
  });

  it("has the participants who report, until they leave or stop to report", async () => {
    const { first, second, room } = await startTogether();
    expect(names((await first.report()).data.participants)).toEqual([creator.user.name, editor.user.name]);
    await second.leave();
    await second.leave();
    expect(names((await first.report()).data.participants)).toEqual([creator.user.name]);
    await second.report();
    await passRoomTime(app.db, 31_000);
    const { participants, sequence } = (await first.report()).data;
    expect(names(participants)).toEqual([creator.user.name]);
    expect(sequence).toBeGreaterThan(room.sequence);
  });

  it("plays from where a participant starts it, and pauses on the frame that one displays", async () => {
    const { first, second } = await startTogether();
    const { state } = (await first.change({ playing: true, frame: 20 })).data;
    expect(state).toMatchObject({ playing: true, frame: 20 });
    const { data } = await creator.call(roomsEndpoints.roomTime, {
      params: { id: taskId, roomId: (await first.report()).data.id },
    });
    expect(state.startsAt - data.time).toBeGreaterThan(-60_000);
    expect(state.startsAt - data.time).toBeLessThanOrEqual(400);
    const paused = (await second.change({ playing: false, frame: 31 })).data;
    expect(paused.state).toMatchObject({ playing: false, frame: 31, waiting: null });
    const kinds: GuideKind[] = ["thirds"];
    const guides = { kinds, maskRatio: null };
    const shown = (await second.change({ guides, view: { scale: 2, x: 0.25, y: 0.5 } })).data;
    expect(shown.state).toMatchObject({ guides, view: { scale: 2 }, frame: 31 });
    expect(shown.sequence).toBe(paused.sequence + 1);
  });

  it("compares with playable versions only", async () => {
    const { first } = await startTogether();
    const comparison: Comparison = { version: 2, mode: "side", offset: 0, showsOther: false, wipe: 50 };
    expect(await first.change({ comparison })).toMatchObject({ status: 409, code: "version_not_playable" });
    expect(await first.change({ version: 2 })).toMatchObject({ status: 409, code: "version_not_playable" });
  });
});
