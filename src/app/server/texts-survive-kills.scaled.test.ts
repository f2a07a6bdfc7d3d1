import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, it } from "vitest";

import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { type Message, messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { messageChanged } from "#modules/messages/realtime-messages.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { type Client, createClient, overHttp, type Transport } from "#testing/client.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { addVersionInReview } from "#testing/reviewed-version.ts";
import { startTestSandbox, type TestSandbox } from "#testing/sandbox.ts";
import { seeded } from "#testing/seeded-random.ts";
import { type ServerProcess, startServerProcess } from "#testing/server-processes.ts";
import { rounds } from "#testing/tier.ts";

/** Each server is killed in turn. */
const kills = rounds;
const seed = Number(process.env["SWEEP_SEED"] ?? 20_261_122);
const random = seeded(seed);
const perSender = 25;

interface User extends Client {
  id: number;
  socketToken: string;
}

let database: FreshDatabase;
let sandbox: TestSandbox;
let folder: string;
let servers: ServerProcess[];
let creator: User;
let editor: User;
let taskId: number;

const boot = () => {
  const { url, clientId, clientSecret } = sandbox;
  return startServerProcess({
    connection: database.connection,
    folder,
    role: "web",
    objectStore: null,
    sandbox: { url, clientId, clientSecret },
  });
};

beforeAll(async () => {
  [database, sandbox, folder] = await Promise.all([
    freshDatabase(),
    startTestSandbox(),
    mkdtemp(join(tmpdir(), "reelay-messages-")),
  ]);
  servers = await Promise.all([boot(), boot()]);
  creator = await signUp("meera", "YOUTUBER");
  editor = await signUp("anika", "EDITOR");
  const fields = { taskTitle: "Tides", workDescription: "Cut.", deadline: "2031-11-24", assignedTo: "anika" };
  taskId = (await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } })).data.id;
  await addVersionInReview(database.db, { taskId, editorId: editor.id });
});

afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.kill()));
  await Promise.all([database?.close(), sandbox?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** Sends a request to either server until one responds. Some responses are dropped, as if the connection was cut. */
const transport: Transport = async (request) => {
  for (;;) {
    const server = servers[random() < 0.5 ? 0 : 1];
    const answer = server && (await overHttp(server.url)(request).catch(() => null));
    if (answer && answer.status < 500 && random() > 0.15) return answer;
    await wait(30);
  }
};

async function signUp(name: string, role: "YOUTUBER" | "EDITOR"): Promise<User> {
  const body = { email: `${name}@example.com`, password: `${name} likes long reels`, role };
  const direct = createClient(overHttp(servers[0]?.url ?? ""));
  const { data, cookie = "" } = await direct.call(passwordEndpoints.signup, { body });
  return { ...createClient(transport, cookie), id: data.id, socketToken: data.socketToken };
}

/** A reader like the browser: realtime messages, and the changes since the last one after every connection. */
function follow(reader: User, withId: number) {
  const seen = new Map<string, Message>();
  let change = 0;
  let running: Promise<void> = Promise.resolve();
  const catchUp = async () => {
    for (;;) {
      const input = { params: { id: withId }, query: { after: change, limit: 10 } };
      const { data } = await reader.call(messagesEndpoints.changes, input);
      for (const message of data.messages) store(message);
      if (!data.more) return;
    }
  };
  const store = (message: Message) => {
    if (message.change > (seen.get(message.id)?.change ?? 0)) seen.set(message.id, message);
    change = Math.max(change, message.change);
  };
  let socket: Socket;
  const connect = (url: string) => {
    socket = io(url, {
      path: "/socket.io",
      transports: ["websocket"],
      forceNew: true,
      reconnectionDelay: 50,
      reconnectionDelayMax: 100,
      auth: { token: reader.socketToken },
    });
    const next = () => {
      running = running.then(catchUp);
    };
    socket.on("connect", next);
    socket.on(messageChanged.name, (payload: unknown) => {
      const { message } = messageChanged.payload.parse(payload);
      if (message.change === change + 1) store(message);
      else next();
    });
  };
  connect(servers[1]?.url ?? "");
  return {
    seen,
    /** Moves to a restarted server, or cuts the connection of a running one. */
    reconnect: (url: string) => {
      socket.disconnect();
      connect(url);
    },
    settle: async () => {
      running = running.then(catchUp);
      await running;
    },
    stop: () => socket.disconnect(),
  };
}

/** Kills each server in turn while they work, and starts it again. */
async function killServers(onRestart: (which: 0 | 1) => void = () => undefined): Promise<void> {
  for (let at = 0; at < kills; at += 1) {
    await wait(200 + random() * 400);
    const which = at % 2 === 0 ? 0 : 1;
    await servers[which]?.kill();
    servers[which] = await boot();
    onRestart(which);
  }
}

it(`no message is lost, doubled or reordered by ${kills} kills (seed ${seed})`, async () => {
  const reader = follow(editor, creator.id);
  const sent: { text: string; sequence: number }[] = [];
  const send = async (from: User, to: User) => {
    for (let at = 0; at < perSender; at += 1) {
      const body = { id: randomUUID(), text: `${from.id} ${at}` };
      const { data, status } = await from.call(messagesEndpoints.send, { params: { id: to.id }, body });
      expect(status).toBe(200);
      sent.push({ text: body.text, sequence: data.sequence });
      await wait(random() * 60);
    }
  };
  let sending = true;
  const both = Promise.all([send(creator, editor), send(editor, creator)]).finally(() => (sending = false));
  await killServers((which) => reader.reconnect(servers[sending ? 1 : which]?.url ?? ""));
  await both;
  await reader.settle();
  reader.stop();

  const { data } = await editor.call(messagesEndpoints.history, {
    params: { id: creator.id },
    query: { limit: 100 },
  });
  const stored = data.messages.toReversed();
  expect(stored.map(({ sequence }) => sequence)).toEqual(stored.map((_, at) => at + 1));
  const texts = stored.filter(({ senderId }) => senderId !== null).map(({ text }) => text);
  expect(texts).toHaveLength(perSender * 2);
  for (const { id } of [creator, editor]) {
    const own = texts.filter((text) => text.startsWith(`${id} `));
    expect(own).toEqual(Array.from({ length: perSender }, (_, at) => `${id} ${at}`));
  }
  const sequenceOf = new Map(stored.map(({ text, sequence }) => [text, sequence]));
  expect(sent.map(({ text }) => sequenceOf.get(text))).toEqual(sent.map(({ sequence }) => sequence));
  const read = [...reader.seen.values()].toSorted((a, b) => a.sequence - b.sequence);
  expect(read.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
}, 180_000);

it(`no confirmed comment is lost, and none is stored twice, by ${kills} kills (seed ${seed})`, async () => {
  const confirmed: { id: string; sequence: number }[] = [];
  const write = async (author: User) => {
    for (let at = 0; at < perSender; at += 1) {
      const body = { id: randomUUID(), version: 1, inFrame: at, outFrame: at, text: `${author.id} ${at}` };
      const { data, status } = await author.call(feedbackEndpoints.addComment, {
        params: { id: taskId },
        body,
      });
      expect(status).toBe(200);
      confirmed.push({ id: body.id, sequence: data.sequence });
      await wait(random() * 60);
    }
  };
  const both = Promise.all([write(creator), write(editor)]);
  await killServers();
  await both;
  const query = { version: 1, after: 0, limit: 200 };
  const { data } = await editor.call(feedbackEndpoints.comments, { params: { id: taskId }, query });
  expect(data.comments.map(({ sequence }) => sequence)).toEqual(data.comments.map((_, at) => at + 1));
  const stored = data.comments.map(({ id, sequence }) => ({ id, sequence }));
  expect(stored).toEqual(confirmed.toSorted((a, b) => a.sequence - b.sequence));
  for (const { id } of [creator, editor]) {
    const own = data.comments.filter(({ author }) => author.id === id).map(({ text }) => text);
    expect(own).toEqual(Array.from({ length: perSender }, (_, at) => `${id} ${at}`));
  }
}, 180_000);
