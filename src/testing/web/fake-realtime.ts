import { type WebSocketClientConnection, WebSocketInterceptor } from "@mswjs/interceptors/WebSocket";
import type { z } from "zod";

import type { RealtimeMessage } from "#core/event.ts";

/** The realtime connection of a component test. */
export interface FakeRealtime {
  /** Sends a message to the page as the server does after a change; the payload is parsed with the message's schema. */
  send: <P extends z.ZodType>(message: RealtimeMessage<P>, payload: z.input<P>) => void;
  /** Whether new connections are accepted. At first they are not: the page shows what it has loaded. */
  connect: () => void;
  stop: () => void;
}

// Engine.IO protocol 4 and Socket.IO protocol 5: the type of a packet is its first characters.
const open = `0${JSON.stringify({ sid: "fake", upgrades: [], pingInterval: 600_000, pingTimeout: 600_000, maxPayload: 1_000_000 })}`;
const connectRequest = "40";
const connected = `40${JSON.stringify({ sid: "fake" })}`;
const event = "42";

/** Accepts the Socket.IO connections of this page. Restores the network with `stop`. */
export function startFakeRealtime(): FakeRealtime {
  const clients = new Set<WebSocketClientConnection>();
  const waiting = new Set<() => void>();
  let accepts = false;
  const interceptor = new WebSocketInterceptor();
  interceptor.apply();
  interceptor.on("connection", ({ client, server }) => {
    if (!client.url.pathname.startsWith("/socket.io")) {
      server.connect();
      return;
    }
    client.addEventListener("message", ({ data }) => {
      if (String(data).startsWith(connectRequest)) {
        clients.add(client);
        client.send(connected);
      }
    });
    client.addEventListener("close", () => clients.delete(client));
    const accept = () => client.send(open);
    if (accepts) accept();
    else waiting.add(accept);
  });
  return {
    send: (message, payload) => {
      message.payload.parse(payload);
      for (const client of clients) client.send(event + JSON.stringify([message.name, payload]));
    },
    connect: () => {
      accepts = true;
      for (const accept of waiting) accept();
      waiting.clear();
    },
    stop: () => {
      for (const client of clients) client.close();
      interceptor.dispose();
    },
  };
}
