import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { GuideKind } from "#modules/media/contract/guides.ts";
import type { Comparison } from "#modules/rooms/contract/room-state.ts";
import {
  guestRoomsEndpoints,
  type Participant,
  type Room,
  roomsEndpoints,
} from "#modules/rooms/contract/rooms.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { openGuestLink, passRoomTime, roomGuest, roomMember } from "#testing/rooms.ts";
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
  it("starts paused on a frame, once per task, and is found by all members once someone is in it", async () => {
    expect(await taskRoom(editor)).toBeNull();
    const { status, data } = await start(creator, { version: 1, frame: 1000 });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      sequence: 1,
      state: { version: 1, playing: false, frame: 99, speed: 1 },
      presenter: null,
      participants: [],
      startedBy: creator.user.id,
      endReason: null,
    });
    expect((await start(editor)).data.id).toBe(data.id);
    expect(await taskRoom(editor)).toBeNull();
    const { data: joined } = await roomMember(creator, { taskId, roomId: data.id }).report();
    expect(await taskRoom(editor)).toEqual(joined);
    expect(await taskRoom(creator)).toEqual(joined);
  });

  it("that everyone has left is offered to nobody, and goes on for who starts again", async () => {
    const { first, second, room } = await startTogether();
    const client = await openGuestLink(app, { creator, taskId });
    const params = { linkId: client.linkId };
    const linkRoom = async () => (await client.call(guestRoomsEndpoints.linkRoom, { params })).data;
    const guest = roomGuest(client, { linkId: client.linkId, roomId: room.id });
    await guest.report();
    await first.leave();
    await second.leave();
    expect((await linkRoom())?.id).toBe(room.id);
    app.realtimeMessages.length = 0;
    app.guestMessages.length = 0;
    await guest.leave();
    const everyone = expect.arrayContaining([creator.user.id, editor.user.id]);
    expect(app.realtimeMessages).toMatchObject([{ name: "rooms_changed", people: everyone }]);
    expect(app.guestMessages).toMatchObject([{ name: "guest_rooms_changed" }]);
    expect([await taskRoom(creator), await taskRoom(editor), await linkRoom()]).toEqual([null, null, null]);
    expect((await start(editor)).data.id).toBe(room.id);
    await second.report();
    expect((await taskRoom(creator))?.id).toBe(room.id);
  });

  it("is offered to nobody once its participants have stopped to report", async () => {
    await startTogether();
    await passRoomTime(app.db, 31_000);
    expect(await taskRoom(creator)).toBeNull();
  });

  it("is offered to the members of the task when the first participant joins", async () => {
    const { data } = await start(creator);
    const offers = () => app.realtimeMessages.filter(({ name }) => name === "rooms_changed");
    app.realtimeMessages.length = 0;
    const [first, second] = [creator, editor].map((person) =>
      roomMember(person, { taskId, roomId: data.id }),
    );
    await first?.report();
    expect(offers()).toMatchObject([{ people: expect.arrayContaining([editor.user.id]) }]);
    await first?.report();
    await second?.report();
    expect(offers()).toHaveLength(1);
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
    const changed = (await second.change({ guides, view: { scale: 2, x: 0.25, y: 0.5 } })).data;
    expect(changed.state).toMatchObject({ guides, view: { scale: 2 }, frame: 31 });
    expect(changed.sequence).toBe(paused.sequence + 1);
  });

  it("waits for who is buffering, and goes on when a report arrives after the limit", async () => {
    const { first, second } = await startTogether();
    await first.change({ playing: true, frame: 0 });
    const { state } = (await second.report({ buffers: true })).data;
    expect(state).toMatchObject({ playing: false, waiting: { for: [second.participant] } });
    expect((await first.report()).data.state.waiting).not.toBeNull();
    await passRoomTime(app.db, 5001);
    expect((await first.report()).data.state).toMatchObject({ playing: true, waiting: null });
    await second.report({ buffers: false });
    expect((await second.report({ buffers: true })).data.state.playing).toBe(true);
  });

  it("carries out commands that arrive at the same time one after another", async () => {
    const { first, second } = await startTogether();
    const { id, sequence } = (await first.report()).data;
    const both = [first, second];
    await Promise.all(Array.from({ length: 20 }, (_, at) => both[at % 2]?.change({ frame: at + 1 })));
    const sent = app.realtimeMessages
      .flatMap(({ name, payload }) => (name === "room_changed" ? (payload as { room: Room }).room : []))
      .filter((room) => room.id === id && room.sequence > sequence);
    const sequences = sent.map((room) => room.sequence).toSorted((one, other) => one - other);
    // Of one participant, some arrive after later ones and change nothing.
    expect(sequences).toEqual(sequences.map((_, at) => sequence + 1 + at));
    expect(sequences.length).toBeGreaterThan(1);
    expect((await first.report()).data).toEqual(sent.find((room) => room.sequence === sequences.at(-1)));
  });

  it("keeps the last command when an earlier one is repeated", async () => {
    const { first } = await startTogether();
    await first.command({ kind: "change", change: { frame: 1 } }, 1);
    await first.command({ kind: "change", change: { frame: 2 } }, 2);
    const repeated = await first.command({ kind: "change", change: { frame: 1 } }, 1);
    expect([repeated.status, repeated.data.state.frame]).toEqual([200, 2]);
  });

  it("is presented by one participant, until that one leaves", async () => {
    const { first, second } = await startTogether();
    expect((await first.command({ kind: "present" })).data.presenter).toBe(first.participant);
    expect(await second.change({ frame: 1 })).toMatchObject({ status: 409, code: "not_presenter" });
    const questioned = (await second.command({ kind: "present" })).data;
    expect(questioned.participants.map(({ asks }) => asks)).toEqual([false, true]);
    const handedOver = await first.command({ kind: "hand_over", to: second.participant });
    expect(handedOver.data.presenter).toBe(second.participant);
    await second.leave();
    expect((await first.report()).data.presenter).toBeNull();
  });

  it("returns the present state to participants who missed a message", async () => {
    const { first, second } = await startTogether();
    const sent = (await first.change({ frame: 77 })).data;
    expect((await second.report()).data).toEqual(sent);
  });

  it("compares with playable versions only", async () => {
    const { first } = await startTogether();
    const comparison: Comparison = { version: 2, mode: "side", offset: 0, showsOther: false, wipe: 50 };
    expect(await first.change({ comparison })).toMatchObject({ status: 409, code: "version_not_playable" });
    expect(await first.change({ version: 2 })).toMatchObject({ status: 409, code: "version_not_playable" });
  });
});
