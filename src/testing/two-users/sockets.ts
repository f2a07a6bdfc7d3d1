import { randomUUID } from "node:crypto";
import { request } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

import { io } from "socket.io-client";

import { messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { messageChanged } from "#modules/messages/realtime-messages.ts";

import { accepted, floodAddress, floodOfCalls } from "./requests.ts";
import type { Flood, ScenarioServer, Scenario } from "./scenario.ts";
import { pairWithTask } from "./task-work.ts";

/** Most connections of one account, and more. */
const sockets = 60;

/** One account opens connections again and again, and another user's message has to arrive at a socket. */
const ofAccount: Scenario = {
  name: "60 realtime connections of one account, opened again and again",
  work: "message to the other user's socket",
  // A user may send 60 messages in a minute: in three rounds alone and beside the flood.
  calls: 8,
  prepare: async (ground) => {
    const flooding = await ground.join("flooding", "EDITOR");
    return {
      work: await messageToSocket(ground),
      flood: async () => {
        const answers: Record<string, number> = {};
        const count = (answer: string) => (answers[answer] = (answers[answer] ?? 0) + 1);
        const auth = { token: flooding.user.socketToken };
        const open = Array.from({ length: sockets }, () => {
          const socket = io(ground.url, {
            transports: ["websocket"],
            auth,
            forceNew: true,
            reconnection: false,
          });
          socket.on("connect", () => count("connected"));
          socket.on("connect_error", () => count("refused"));
          return socket;
        });
        let turn = 0;
        const again = setInterval(() => {
          for (const socket of open) if (!socket.connected) socket.connect();
          open[turn++ % open.length]?.disconnect();
        }, 100);
        return {
          isUnfinished: async () => true,
          stop: async () => {
            clearInterval(again);
            for (const socket of open) socket.disconnect();
            return answers;
          },
        };
      },
    };
  },
};

const openAndLeave = (messages: string[]): Scenario => ({
  name: messages.length > 0 ? "handshakes with invalid tokens" : "sockets that never authenticate",
  work: "message to the other user's socket",
  calls: 8,
  prepare: async (ground) => ({
    work: await messageToSocket(ground),
    flood: () => floodOfSockets(ground.url, messages),
  }),
});

export const socketScenarios: readonly Scenario[] = [
  ofAccount,
  openAndLeave([]),
  openAndLeave(['40{"token":"none"}']),
];

/** Opens sockets as fast as the server accepts them. Each sends the messages and stays open until the server closes it. */
async function floodOfSockets(url: string, messages: readonly string[]): Promise<Flood> {
  const open = new Set<Duplex>();
  const flood = await floodOfCalls(16, async () => {
    const socket = await openWebSocket(url);
    if (typeof socket === "number") {
      await wait(20);
      return socket;
    }
    open.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => open.delete(socket));
    socket.resume();
    for (const message of messages) socket.write(frame(message));
    return 101;
  });
  return {
    ...flood,
    stop: async () => {
      const answers = await flood.stop();
      for (const socket of open) socket.destroy();
      return answers;
    },
  };
}

/** Resolves with the status of a refusal. */
function openWebSocket(url: string): Promise<Duplex | number> {
  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
    "sec-websocket-version": "13",
  };
  return new Promise((resolve, reject) => {
    const address = new URL("/socket.io/?EIO=4&transport=websocket", url);
    const opening = request(address, { headers, localAddress: floodAddress, family: 4 });
    opening.once("upgrade", (_response, socket) => resolve(socket));
    opening.once("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    opening.once("error", reject);
    opening.end();
  });
}

/** A masked text frame (RFC 6455) of fewer than 126 bytes. */
function frame(text: string): Buffer {
  const content = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | content.length, 0, 0, 0, 0]), content]);
}

async function messageToSocket(ground: ScenarioServer): Promise<() => Promise<void>> {
  const { creator, editor } = await pairWithTask(ground, "working");
  const auth = { token: editor.user.socketToken };
  const socket = io(ground.url, { transports: ["websocket"], auth, forceNew: true });
  ground.onEnd(async () => socket.disconnect());
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return async () => {
    const id = randomUUID();
    const arrived = new Promise<void>((resolve) => {
      socket.once(messageChanged.name, () => resolve());
    });
    const params = { id: editor.user.id };
    await accepted(creator.call(messagesEndpoints.send, { params, body: { id, text: "Here it is." } }));
    await arrived;
  };
}
