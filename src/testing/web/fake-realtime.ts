import { type WebSocketClientConnection, WebSocketInterceptor } from "@mswjs/interceptors/WebSocket";
import type { z } from "zod";

import type { RealtimeMessage } from "#core/event.ts";

/** The realtime connection of a component test. */
export interface FakeRealtime {
  /** Sends a message to the page as the server does after a change; the payload is parsed with the message's schema. */
  send: <P extends z.ZodType>(message: RealtimeMessage<P>, payload: z.input<P>) => void;
  /**
   * Accepts the connections of the page, and waits for the first one. Until then the page shows what it has loaded.
   * Then it loads that again, and messages that are sent arrive.
   */
  connect: () => Promise<void>;
  stop: () => void;
}

// Engine.IO protocol 4 and Socket.IO protocol 5: the type of a packet is its first characters.
const open = `0${JSON.stringify({ sid: "fake", upgrades: [], pingInterval: 600_000, pingTimeout: 600_000, maxPayload: 1_000_000 })}`;
const connectRequest = "40";
const connected = `40${JSON.stringify({ sid: "fake" })}`;
const event = "42";

/** The connections that a test has received. */
interface Connections {
  accepts: boolean;
  /** Connections that wait for `connect`. */
  waiting: Set<() => void>;
  clients: Set<WebSocketClientConnection>;
  first: PromiseWithResolvers<void>;
}

let current: Connections | null = null;

// Socket.IO keeps the WebSocket class that it finds when it is loaded. So one interceptor serves all tests of a file.
const interceptor = new WebSocketInterceptor();
interceptor.on("connection", ({ client, server }) => {
  if (!client.url.pathname.startsWith("/socket.io")) {
    server.connect();
    return;
  }
  if (!current) {
    client.close();
    return;
  }
  const { accepts, waiting, clients, first } = current;
  client.addEventListener("message", ({ data }) => {
    if (!String(data).startsWith(connectRequest)) return;
    clients.add(client);
    client.send(connected);
    first.resolve();
  });
  client.addEventListener("close", () => clients.delete(client));
  const accept = () => client.send(open);
  if (accepts) accept();
  else waiting.add(accept);
});

/** Receives the Socket.IO connections of this page until `stop`. */
export function startFakeRealtime(): FakeRealtime {
  interceptor.apply();
  const started: Connections = {
    accepts: false,
    waiting: new Set(),
    clients: new Set(),
    first: Promise.withResolvers(),
  };
  current = started;
  return {
    send: (message, payload) => {
      message.payload.parse(payload);
      for (const client of started.clients) client.send(event + JSON.stringify([message.name, payload]));
    },
    connect: async () => {
      started.accepts = true;
      for (const accept of started.waiting) accept();
      started.waiting.clear();
      await started.first.promise;
    },
    stop: () => {
      for (const client of started.clients) client.close();
      current = null;
    },
  };
}
