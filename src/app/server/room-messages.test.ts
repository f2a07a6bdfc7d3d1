import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { guestEndpoints, guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";
import { type Room, roomsEndpoints } from "#modules/rooms/contract/rooms.ts";
import { contributorsEndpoints } from "#modules/tasks/contract/contributors.ts";
import { createClient, inProcess } from "#testing/client.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { openGuestLink, roomGuest, roomMember } from "#testing/rooms.ts";
import { type Connected, openSockets, type Sockets } from "#testing/sockets.ts";
import { joinAll, startApp, type TestApp } from "#testing/start-app.ts";
import { addContributor } from "#testing/team.ts";

let app: TestApp;
let sockets: Sockets;

beforeAll(async () => {
  app = await startApp();
  sockets = await openSockets(app);
});
afterAll(async () => {
  sockets?.close();
  await app?.stop();
});

const inRoom = new Set(["room_changed", "room_signal"]);
const roomNames = (connected: Connected | null) =>
  connected?.received.flatMap(({ name }) => (inRoom.has(name) ? name : []));
const clear = (...all: (Connected | null)[]) => {
  for (const connected of all) connected?.received.splice(0);
};

describe("the messages of a room", () => {
  it("reach its participants, and nobody else", async () => {
    const people = await joinAll(app, {
      creator: "YOUTUBER",
      editor: "EDITOR",
      helper: "EDITOR",
      onlooker: "EDITOR",
      stranger: "YOUTUBER",
    });
    const { creator, editor, helper, onlooker, stranger } = people;
    const taskId = await addTaskInReview(app.db, { creator, editor });
    for (const person of [helper, onlooker]) await addContributor(app.db, { taskId, person });
    const watching = await openGuestLink(app, { creator, taskId });
    const onLink = await openAgain(watching, { creator, taskId });
    const otherLink = await openGuestLink(app, { creator, taskId });
    const body = { version: 1, frame: 0 };
    const { id: roomId } = (await creator.call(roomsEndpoints.startRoom, { params: { id: taskId }, body }))
      .data;

    const owner = roomMember(creator, { taskId, roomId });
    const leaving = roomMember(helper, { taskId, roomId });
    const guest = roomGuest(watching, { linkId: watching.linkId, roomId });
    const ending = roomGuest(otherLink, { linkId: otherLink.linkId, roomId });
    for (const each of [owner, leaving, guest, ending]) expect((await each.report()).status).toBe(200);

    const [atOwner, atHelper] = [await sockets.connectUser(creator), await sockets.connectUser(helper)];
    const [atGuest, atEnding] = [await sockets.connectGuest(watching), await sockets.connectGuest(otherLink)];
    const outside = [
      await sockets.connectUser(editor),
      await sockets.connectUser(onlooker),
      await sockets.connectUser(stranger),
      await sockets.connectGuest(onLink),
    ];
    for (const connected of [atOwner, atHelper, atGuest, atEnding, ...outside])
      expect(connected).not.toBeNull();

    await owner.change({ playing: true, frame: 10 });
    await owner.signal({ kind: "frame", version: 1, frame: 11 });
    for (const connected of [atHelper, atGuest, atEnding]) {
      await expect.poll(() => roomNames(connected)).toEqual(["room_changed", "room_signal"]);
    }
    await guest.signal({ kind: "pointer", points: [[0, 0.5, 0.5]], pressed: false });
    await expect.poll(() => roomNames(atOwner)).toEqual(["room_changed", "room_signal"]);
    expect(roomNames(atGuest)).toHaveLength(2);

    // Removed in the transactions that end their access.
    const link = { id: taskId, linkId: otherLink.linkId };
    const contributor = { id: taskId, personId: helper.user.id };
    await creator.call(guestLinkEndpoints.revokeGuestLink, { params: link });
    await creator.call(contributorsEndpoints.removeContributor, { params: contributor });
    await expect.poll(() => lastRoom(atGuest)?.participants).toHaveLength(2);
    clear(atOwner, atHelper, atGuest, atEnding);
    await owner.change({ playing: false, frame: 20 });
    await owner.signal({ kind: "frame", version: 1, frame: 21 });
    await expect.poll(() => roomNames(atGuest)).toEqual(["room_changed", "room_signal"]);
    await guest.leave();
    await owner.change({ frame: 22 });
    await owner.signal({ kind: "frame", version: 1, frame: 22 });
    await expect.poll(() => lastRoom(atOwner)?.state.frame).toBe(22);
    // Messages arrive in their order, so that earlier ones have arrived.
    const end = { params: { id: taskId, roomId } };
    await creator.call(roomsEndpoints.endRoom, end);
    await expect.poll(() => lastRoom(atOwner)?.endReason).toBe("ended");
    for (const connected of [atHelper, atEnding, ...outside]) expect(roomNames(connected)).toEqual([]);
    expect(roomNames(atGuest)).toEqual(["room_changed", "room_signal"]);
    for (const member of outside.slice(0, 2)) {
      await expect.poll(() => member?.received.map(({ name }) => name)).toContain("rooms_changed");
    }
    expect(outside[2]?.received).toEqual([]);
    await expect.poll(() => outside[3]?.received.map(({ name }) => name)).toContain("guest_rooms_changed");
  });

  it("tell guests nothing that their requests don't return", async () => {
    const { creator, editor } = await joinAll(app, { creator: "YOUTUBER", editor: "EDITOR" });
    const taskId = await addTaskInReview(app.db, { creator, editor });
    const client = await openGuestLink(app, { creator, taskId });
    const body = { version: 1, frame: 0 };
    const { id: roomId } = (await creator.call(roomsEndpoints.startRoom, { params: { id: taskId }, body }))
      .data;
    const guest = roomGuest(client, { linkId: client.linkId, roomId });
    await guest.report();
    const connected = await sockets.connectGuest(client);
    await roomMember(creator, { taskId, roomId }).report();
    await expect.poll(() => lastRoom(connected)).toEqual((await guest.report()).data);
  });
});

function lastRoom(connected: Connected | null): Room | undefined {
  const sent = connected?.received.findLast(({ name }) => name === "room_changed");
  return (sent?.payload as { room: Room } | undefined)?.room;
}

/** Another guest of the same link. */
async function openAgain(
  { linkId }: { linkId: string },
  { creator, taskId }: { creator: Parameters<typeof openGuestLink>[1]["creator"]; taskId: number },
) {
  const { data } = await creator.call(guestLinkEndpoints.guestLinks, { params: { id: taskId } });
  const secret = data.find(({ id }) => id === linkId)?.path?.split("#")[1] ?? "";
  const params = { linkId };
  const visitor = { secret, name: "Ben" };
  const { cookie = "" } = await app.nobody.call(guestEndpoints.openGuestLink, { params, body: visitor });
  return { ...createClient(inProcess(app.app), cookie), linkId, cookie };
}
