import { randomUUID } from "node:crypto";

import { io } from "socket.io-client";

import { messagesEndpoints } from "#modules/messages/contract.ts";
import { messageChanged } from "#modules/messages/realtime-messages.ts";

import { accepted } from "./requests.ts";
import type { ScenarioServer, Scenario } from "./scenario.ts";
import { pairWithTask } from "./task-work.ts";

/** Most connections of one account, and more. */
const sockets = 60;

/** One account opens connections again and again, and another user's message has to arrive at a socket. */
export const socketScenario: Scenario = {
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
