import { afterAll, beforeAll, expect, it } from "vitest";

import { type Room, roomsEndpoints } from "#modules/rooms/contract/rooms.ts";
import { createClient, overHttp } from "#testing/client.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { roomMember } from "#testing/rooms.ts";
import { type ServerProcess, startServerProcess } from "#testing/server-processes.ts";
import { openSockets, type Sockets } from "#testing/sockets.ts";
import { joinAll, startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let sockets: Sockets;
let other: ServerProcess;

beforeAll(async () => {
  app = await startApp();
  sockets = await openSockets(app);
  const { connection, folder, sandbox } = app;
  other = await startServerProcess({ connection, folder, sandbox, role: "web", objectStore: null });
});
afterAll(async () => {
  sockets?.close();
  await other?.kill();
  await app?.stop();
});

it("participants at two processes see one order of changes, also after one of the processes has ended", async () => {
  const { creator, editor } = await joinAll(app, { creator: "YOUTUBER", editor: "EDITOR" });
  const taskId = await addTaskInReview(app.db, { creator, editor });
  const body = { version: 1, frame: 0 };
  const { id: roomId } = (await creator.call(roomsEndpoints.startRoom, { params: { id: taskId }, body }))
    .data;
  const here = roomMember(creator, { taskId, roomId });
  const there = roomMember(createClient(overHttp(other.url), editor.cookie), { taskId, roomId });
  await here.report();
  const { sequence } = (await there.report()).data;
  const connected = await sockets.connectUser(creator);

  const sent = Array.from({ length: 20 }, (_, at) => (at % 2 ? here : there).change({ frame: at + 1 }));
  const last = Math.max(...(await Promise.all(sent)).map(({ data }) => data.sequence));
  const received = () => {
    const sequences = connected?.received.flatMap(({ name, payload }) =>
      name === "room_changed" ? (payload as { room: Room }).room.sequence : [],
    );
    // The message about the last report may arrive after the connection.
    return sequences?.filter((one) => one > sequence) ?? [];
  };
  const expected = Array.from({ length: last - sequence }, (_, at) => sequence + 1 + at);
  await expect.poll(() => received().toSorted((one, two) => one - two)).toEqual(expected);

  await there.change({ playing: true, frame: 50 });
  await other.kill();
  expect((await here.report()).data.state).toMatchObject({ playing: true, frame: 50 });
  expect((await here.change({ playing: false, frame: 60 })).data.state.frame).toBe(60);
});
