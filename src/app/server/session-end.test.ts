import type { AddressInfo } from "node:net";

import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { accountsEndpoints } from "#product/accounts/contract.ts";
import { sessionsEndpoints } from "#product/accounts/contract/sessions.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

describe("the realtime connection of a browser", () => {
  let app: TestApp;
  let url: string;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    app = await startApp();
    await app.app.listen({ port: 0, host: "127.0.0.1" });
    // A server that listens on TCP has an address of this shape.
    url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    await app?.stop();
  });

  async function openBrowser({ user }: Pick<Person, "user">): Promise<Socket> {
    const socket = io(url, {
      transports: ["websocket"],
      auth: { token: user.socketToken },
      forceNew: true,
      reconnection: false,
    });
    sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.on("connect", resolve);
      socket.on("connect_error", reject);
    });
    return socket;
  }

  const endOf = (socket: Socket) => new Promise((resolve) => socket.once("disconnect", resolve));

  it("ends when its session is logged out, while the person's other browsers stay", async () => {
    const here = await app.join("meera", "YOUTUBER");
    const elsewhere = await app.nobody.call(accountsEndpoints.login, {
      body: { email: "meera@example.com", password: "meera likes long reels" },
    });
    const first = await openBrowser(here);
    const second = await openBrowser({ user: elsewhere.data });
    const ended = endOf(first);
    await here.call(accountsEndpoints.logout, {});
    await ended;
    expect(second.connected).toBe(true);
  });

  it("ends when another browser of the person ends its session, alone or with all others", async () => {
    const { call, user } = await app.join("noor", "EDITOR");
    const body = { email: "noor@example.com", password: "noor likes long reels" };
    const others = await Promise.all([1, 2].map(() => app.nobody.call(accountsEndpoints.login, { body })));
    const sockets = await Promise.all(
      [{ user }, ...others.map(({ data }) => ({ user: data }))].map(openBrowser),
    );
    const [own, ...ending] = sockets;
    const ends = Promise.all(ending.map(endOf));
    const { data: sessions } = await call(sessionsEndpoints.sessions, {});
    const one = sessions.find(({ current }) => !current);
    await call(sessionsEndpoints.endSession, { params: { id: one?.id ?? "" } });
    await call(sessionsEndpoints.endOtherSessions, {});
    await ends;
    expect(own?.connected).toBe(true);
  });

  it("ends when the browser signs in anew", async () => {
    const before = await app.join("anika", "EDITOR");
    const socket = await openBrowser(before);
    const ended = endOf(socket);
    await before.call(accountsEndpoints.login, {
      body: { email: "anika@example.com", password: "anika likes long reels" },
    });
    await ended;
    expect(socket.connected).toBe(false);
  });
});
