import type { AddressInfo } from "node:net";

import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { createClient, inProcess } from "#testing/client.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

describe("the realtime connection of a browser", () => {
  let app: TestApp;
  let url: string;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    app = await startApp({ work: true });
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

  it("ends when its session is logged out, but not in the user's other browsers", async () => {
    const here = await app.join("meera", "YOUTUBER");
    const elsewhere = await app.nobody.call(passwordEndpoints.login, {
      body: { email: "meera@example.com", password: "meera likes long reels" },
    });
    const first = await openBrowser(here);
    const second = await openBrowser({ user: elsewhere.data });
    const ended = endOf(first);
    await here.call(sessionEndpoints.logout, {});
    await ended;
    expect(second.connected).toBe(true);
  });

  it("ends when another browser ends its session or all sessions", async () => {
    const { call, user } = await app.join("noor", "EDITOR");
    const body = { email: "noor@example.com", password: "noor likes long reels" };
    const others = await Promise.all([1, 2].map(() => app.nobody.call(passwordEndpoints.login, { body })));
    const sockets = await Promise.all(
      [{ user }, ...others.map(({ data }) => ({ user: data }))].map(openBrowser),
    );
    const [own, ...ending] = sockets;
    const ends = Promise.all(ending.map(endOf));
    const { data: sessions } = await call(sessionEndpoints.sessions, {});
    const one = sessions.find(({ current }) => !current);
    await call(sessionEndpoints.endSession, { params: { id: one?.id ?? "" } });
    await call(sessionEndpoints.endOtherSessions, {});
    await ends;
    expect(own?.connected).toBe(true);
  });

  it("ends when the browser logs in again", async () => {
    const before = await app.join("anika", "EDITOR");
    const socket = await openBrowser(before);
    const ended = endOf(socket);
    await before.call(passwordEndpoints.login, {
      body: { email: "anika@example.com", password: "anika likes long reels" },
    });
    await ended;
    expect(socket.connected).toBe(false);
  });

  it("ends when another browser changes the password, but not in that browser", async () => {
    const here = await app.join("oskar", "EDITOR");
    const current = "oskar likes long reels";
    const elsewhere = await app.nobody.call(passwordEndpoints.login, {
      body: { email: "oskar@example.com", password: current },
    });
    const [own, other] = [await openBrowser(here), await openBrowser({ user: elsewhere.data })];
    const ended = endOf(other);
    const body = { current, password: "a new reel every day" };
    expect((await here.call(passwordEndpoints.changePassword, { body })).status).toBe(200);
    await ended;
    expect(own.connected).toBe(true);
  });

  it("ends in all browsers of the user, and no other, when the password is reset", async () => {
    const { generateOtp, verifyOtp, resetPassword } = passwordEndpoints;
    const [email, password] = ["ravi@example.com", "ravi likes long reels"];
    const here = await app.join("ravi", "EDITOR");
    const elsewhere = await app.nobody.call(passwordEndpoints.login, { body: { email, password } });
    const bystander = await openBrowser(await app.join("lena", "EDITOR"));
    const ends = Promise.all(
      [await openBrowser(here), await openBrowser({ user: elsewhere.data })].map(endOf),
    );
    await app.nobody.call(generateOtp, { body: { email } });
    await app.idle();
    const [mail] = await app.sandbox.mailTo(email);
    const otp = /^ {4}(\w{4})$/m.exec(mail?.text ?? "")?.[1] ?? "none";
    const { cookie } = await app.nobody.call(verifyOtp, { body: { email, otp } });
    const browser = createClient(inProcess(app.app), cookie);
    const reset = await browser.call(resetPassword, { body: { email, password: "a new reel every day" } });
    expect(reset.status).toBe(200);
    await ends;
    expect(bystander.connected).toBe(true);
  });
});
