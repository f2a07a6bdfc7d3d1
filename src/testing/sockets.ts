import type { AddressInfo } from "node:net";

import { io, type Socket } from "socket.io-client";

import { guestSocketPath } from "#modules/feedback/rules/guests.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";

import type { Person, TestApp } from "./start-app.ts";

/** A realtime connection with what it has received. */
export interface Connected {
  socket: Socket;
  received: { name: string; payload: unknown }[];
}

/** Realtime connections to an application, which begins to listen. */
export interface Sockets {
  /** Connects as the page of a guest does; null if refused. */
  connectGuest: (guest: { linkId: string; cookie: string }) => Promise<Connected | null>;
  connectUser: (person: Person) => Promise<Connected | null>;
  /** Disconnects all of them. */
  close: () => void;
}

export async function openSockets({ app }: Pick<TestApp, "app">): Promise<Sockets> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  // A server that listens on TCP has an address of this shape.
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const sockets: Socket[] = [];

  async function connect(auth: object, options: object = {}): Promise<Connected | null> {
    const common = { transports: ["websocket"], forceNew: true, reconnection: false };
    const socket = io(url, { ...common, auth, ...options });
    sockets.push(socket);
    const received: Connected["received"] = [];
    socket.onAny((name: string, payload: unknown) => received.push({ name, payload }));
    return new Promise((settle) => {
      socket.once("connect", () => settle({ socket, received }));
      socket.once("connect_error", () => settle(null));
    });
  }

  return {
    connectGuest: ({ linkId, cookie }) =>
      connect({ guestLink: linkId }, { path: guestSocketPath(linkId), extraHeaders: { cookie } }),
    connectUser: async ({ call }) => {
      const { data } = await call(sessionEndpoints.checkAuth, {});
      return connect({ token: data.socketToken });
    },
    close: () => {
      for (const socket of sockets) socket.disconnect();
    },
  };
}
