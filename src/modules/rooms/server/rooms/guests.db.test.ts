import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";
import { versions } from "#modules/review/server/tables.ts";
import { guestRoomsEndpoints, roomsEndpoints } from "#modules/rooms/contract/rooms.ts";
import { addTaskInReview, addVersionInReview } from "#testing/reviewed-version.ts";
import { openGuestLink, roomGuest, roomMember } from "#testing/rooms.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let taskId: number;
let roomId: string;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

beforeEach(async () => {
  ({ creator, editor } = await joinAll(app, { creator: "YOUTUBER", editor: "EDITOR" }));
  taskId = await addTaskInReview(app.db, { creator, editor });
  const body = { version: 1, frame: 0 };
  roomId = (await creator.call(roomsEndpoints.startRoom, { params: { id: taskId }, body })).data.id;
});

const member = (person: Person) => roomMember(person, { taskId, roomId });
type GuestClient = Awaited<ReturnType<typeof openGuestLink>>;
const enter = (settings?: { mayWatchTogether?: boolean; password?: string }) =>
  openGuestLink(app, { creator, taskId }, settings);
const atRoom = (client: GuestClient) => roomGuest(client, { linkId: client.linkId, roomId });
const linkRoom = ({ call, linkId }: GuestClient) =>
  call(guestRoomsEndpoints.linkRoom, { params: { linkId } });
const changeLink = ({ linkId }: GuestClient, body: object) =>
  creator.call(guestLinkEndpoints.changeGuestLink, { params: { id: taskId, linkId }, body });
const participants = async (person: ReturnType<typeof member>) =>
  (await person.report()).data.participants.map(({ name, isGuest }) => (isGuest ? `Guest: ${name}` : name));

describe("a guest with the right", () => {
  it("joins the room on the version of the link, and plays", async () => {
    const [owner, client] = [member(creator), await enter()];
    await owner.report();
    expect((await linkRoom(client)).data?.id).toBe(roomId);
    const guest = atRoom(client);
    expect((await guest.report()).data.participants).toHaveLength(2);
    expect((await guest.change({ playing: true })).data.state.playing).toBe(true);
    expect(await participants(owner)).toEqual([creator.user.name, "Guest: Anna"]);
    await guest.leave();
    expect(await participants(owner)).toEqual([creator.user.name]);
  });

  it("switches neither version nor comparison nor call, and sees no comparison", async () => {
    await addVersionInReview(app.db, { taskId, editorId: editor.user.id, number: 2, state: "rejected" });
    const [owner, guest] = [member(creator), atRoom(await enter())];
    await owner.report();
    await guest.report();
    const comparison = { version: 2, mode: "wipe", offset: 0, showsOther: false, wipe: 50 } as const;
    const refused = { status: 409, code: "members_only" };
    expect(await guest.change({ version: 2 })).toMatchObject(refused);
    expect(await guest.change({ comparison })).toMatchObject(refused);
    expect(await guest.command({ kind: "call", url: "https://call.example" })).toMatchObject(refused);
    expect((await owner.change({ comparison })).data.state.comparison).toEqual(comparison);
    expect((await guest.change({ frame: 3, comparison: null })).data.state.comparison).toBeNull();
    expect((await owner.report()).data.state).toMatchObject({ comparison, frame: 3 });
    const sent = app.guestMessages.filter(({ name }) => name === "room_changed");
    expect(sent.length).toBeGreaterThan(2);
    expect(JSON.stringify(sent)).not.toMatch(/taskId|"wipe"/);
  });

  it("receives the comparison in no response and no message, and not its version", async () => {
    await addVersionInReview(app.db, { taskId, editorId: editor.user.id, number: 2, state: "rejected" });
    const comparison = { version: 2, mode: "wipe", offset: 4242, showsOther: true, wipe: 50 } as const;
    const client = await enter();
    const [owner, guest] = [member(creator), atRoom(client)];
    await owner.report();
    await owner.change({ comparison });
    app.guestMessages.length = 0;
    const responses = [
      await linkRoom(client),
      await guest.report(),
      await guest.change({ frame: 3 }),
      await guest.command({ kind: "present" }),
      await guest.command({ kind: "release" }),
      await linkRoom(client),
    ];
    expect(responses.map(({ data }) => data?.state.comparison)).toEqual(responses.map(() => null));
    await owner.change({ frame: 5 });
    await owner.leave();
    await creator.call(roomsEndpoints.endRoom, { params: { id: taskId, roomId } });
    const names = app.guestMessages.map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(["room_changed", "guest_rooms_changed"]));
    expect(JSON.stringify([responses, app.guestMessages])).not.toMatch(/4242|"version":2/);
  });

  it("is removed while the room shows another version, and told which", async () => {
    await addVersionInReview(app.db, { taskId, editorId: editor.user.id, number: 2, state: "rejected" });
    const client = await enter();
    const [owner, guest] = [member(creator), atRoom(client)];
    await owner.report();
    await guest.report();
    expect((await owner.change({ version: 2 })).data.participants).toHaveLength(1);
    const refused = await guest.report();
    expect(refused).toMatchObject({ status: 409, code: "other_version" });
    expect(refused.message).toContain("Version 2 is being watched");
    expect((await linkRoom(client)).data).toBeNull();
    expect(await guest.change({ playing: true })).toMatchObject({ status: 404, code: "not_in_room" });
    expect(app.guestMessages.at(-1)?.name).toBe("guest_rooms_changed");
    await owner.change({ version: 1 });
    expect((await guest.report()).status).toBe(200);
  });
});

describe("a guest is removed at once", () => {
  it.each<[string, (client: GuestClient) => Promise<unknown>]>([
    ["without the right", (client) => changeLink(client, { mayWatchTogether: false })],
    ["with a new password", (client) => changeLink(client, { password: "spring tide" })],
    [
      "with a revoked link",
      ({ linkId }) => creator.call(guestLinkEndpoints.revokeGuestLink, { params: { id: taskId, linkId } }),
    ],
  ])("%s", async (_when, end) => {
    const client = await enter();
    const [owner, guest] = [member(creator), atRoom(client)];
    await owner.report();
    await guest.report();
    app.realtimeMessages.length = 0;
    await end(client);
    const sent = app.realtimeMessages.findLast(({ name }) => name === "room_changed");
    expect(sent?.payload).toMatchObject({ room: { participants: [{ name: creator.user.name }] } });
    expect([401, 403]).toContain((await guest.report()).status);
  });

  it("when the review window of the version ends, by the next report of another participant", async () => {
    const [owner, guest] = [member(creator), atRoom(await enter())];
    await owner.report();
    await guest.report();
    await app.db.update(versions).set({ state: "approved" });
    expect(await participants(owner)).toEqual([creator.user.name]);
  });
});

it("guests without the right are refused", async () => {
  const client = await enter({ mayWatchTogether: false });
  expect((await linkRoom(client)).status).toBe(403);
  expect((await atRoom(client).report()).status).toBe(403);
});
