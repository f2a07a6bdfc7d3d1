import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

import type { Pool, PoolClient } from "pg";
import { pino } from "pino";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { connect } from "#adapters/postgres/connect.ts";
import { guestChannel } from "#core/server/context.ts";
import { createRequestShares } from "#core/server/request-shares.ts";
import { hour } from "#core/time.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";

import type { AuthenticateSocket, Realtime } from "./realtime.ts";
import { createRecordingRealtime, type SentMessage } from "./recording.ts";
import { createSocketIo, type SocketIoParts } from "./socket-io.ts";
import { describeRealtime } from "./suite.ts";

const log = pino({ level: "silent" });
let database: FreshDatabase;
const ends: (() => Promise<unknown> | void)[] = [];

beforeAll(async () => {
  database = await freshDatabase();
});

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
  await database.close();
});

/** Links of guests, with the milliseconds that are left of them. */
const links = new Map<string, number | null>();

/** Tokens are `person` or `person:session`, cookies of guests are their ids. */
const authenticate: AuthenticateSocket = async ({ token, cookie, guestLink: linkId }) => {
  if (token === "broken") throw new Error("database is away");
  if (linkId !== undefined) {
    const millisecondsLeft = links.get(linkId);
    if (cookie === undefined || millisecondsLeft === undefined) return null;
    return { guestId: cookie, linkId, millisecondsLeft };
  }
  const found = /^(\d+)(?::(.+))?$/.exec(token ?? "");
  return found ? { personId: Number(found[1]), sessionId: found[2] } : null;
};

const admit = () => createRequestShares().begin("network:127.0.0.1", "socket");
const parts: SocketIoParts = {
  authenticate,
  admit,
  network: () => "127.0.0.1",
  guestMessage: "link_changed",
  log,
};

interface Node {
  realtime: Realtime;
  url: string;
}

/** The realtime connections of one server process. */
async function openNode(settings: Partial<SocketIoParts> = {}): Promise<Node> {
  const server: Server = createServer();
  const realtime = createSocketIo({ ...parts, ...settings });
  realtime.attach(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(async () => {
    await realtime.close();
    server.close();
  });
  await vi.waitFor(async () => expect(await realtime.ready()).toBe(true), { timeout: 240_000 });
  // A port of its own is known only once it listens.
  const { port } = server.address() as AddressInfo;
  return { realtime, url: `http://127.0.0.1:${port}` };
}

async function nodeOnDatabase(): Promise<Node & { pool: Pool }> {
  const { pool } = connect(database.connection, { max: 4 });
  ends.push(() => pool.end());
  return { ...(await openNode({ pool })), pool };
}

interface Browser {
  socket: Socket;
  received: SentMessage[];
}

function openBrowser(
  { url }: Node,
  token: string | undefined,
  headers: Record<string, string> = {},
  auth: object = { token },
): Browser {
  const socket = io(url, {
    transports: ["websocket"],
    auth,
    extraHeaders: headers,
    forceNew: true,
    reconnectionDelay: 50,
  });
  ends.push(() => void socket.disconnect());
  const received: SentMessage[] = [];
  socket.onAny((name: string, payload: unknown, id?: string) => {
    received.push({ name, payload, ...(id !== undefined && { id }) });
  });
  return { socket, received };
}

async function happened(at: Pick<Socket, "once"> | WebSocket, event: string): Promise<unknown> {
  return new Promise((resolve) =>
    at instanceof WebSocket ? at.addEventListener(event, resolve) : at.once(event, resolve),
  );
}

/** A connection that hasn't sent its token. */
function openPlain({ url }: Node): WebSocket {
  return new WebSocket(`${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
}

async function connected(browser: Browser): Promise<Browser> {
  await new Promise<void>((resolve, reject) => {
    browser.socket.on("connect", resolve);
    browser.socket.on("connect_error", reject);
  });
  return browser;
}

async function refusal(browser: Browser): Promise<string> {
  return new Promise((resolve, reject) => {
    browser.socket.on("connect", () => reject(new Error("was let in")));
    browser.socket.on("connect_error", (error) => resolve(error.message));
  });
}

describe("recorded", () => {
  const realtime = createRecordingRealtime();
  describeRealtime("recorded", () => ({ realtime, receivedBy: realtime.receivedBy }));
});

describe("in one process", () => {
  const browsers = new Map<number, Browser>();
  let node: Node;
  beforeAll(async () => {
    node = await openNode();
    for (const person of [1, 2, 2, 3]) {
      browsers.set(person, await connected(openBrowser(node, String(person))));
    }
  });
  describeRealtime("one process's", () => ({
    realtime: node.realtime,
    receivedBy: (person) => browsers.get(person)?.received ?? [],
  }));
});

describe("between processes", () => {
  const browsers = new Map<number, Browser>();
  let sending: Node & { pool: Pool };
  let other: Node & { pool: Pool };
  beforeAll(async () => {
    sending = await nodeOnDatabase();
    other = await nodeOnDatabase();
    for (const [person, node] of [
      [1, sending],
      [2, other],
      [2, sending],
      [3, other],
    ] as const) {
      browsers.set(person, await connected(openBrowser(node, `${person}:session-${person}`)));
    }
  });
  describeRealtime("processes'", () => ({
    realtime: sending.realtime,
    receivedBy: (person) => browsers.get(person)?.received ?? [],
  }));

  it("can be sent by a process that serves no browsers", async () => {
    const { pool } = connect(database.connection, { max: 2 });
    const worker = createSocketIo({ ...parts, pool });
    worker.send([1], "from-worker", {});
    await expect.poll(() => browsers.get(1)?.received.map((one) => one.name)).toContain("from-worker");
    await worker.close();
    await pool.end();
  });

  it("arrive again after the database connections were lost, without exhausting the pool", async () => {
    const cut = () =>
      database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
    let reconnections = 0;
    browsers.get(3)?.socket.on("connect", () => {
      reconnections += 1;
    });
    for (let times = 0; times < 2; times += 1) {
      await cut();
      await expect.poll(() => other.realtime.ready()).toBe(false);
      await expect.poll(() => other.realtime.ready()).toBe(true);
    }
    // What was sent meanwhile is missing in browsers: they have to connect again.
    await expect.poll(() => reconnections).toBeGreaterThan(0);
    await expect
      .poll(
        () => {
          sending.realtime.send([3], "again", {});
          return browsers.get(3)?.received.map((one) => one.name);
        },
        { interval: 200 },
      )
      .toContain("again");
    const all = await Promise.all([1, 2, 3].map(() => other.pool.query("select 1 as one")));
    expect(all).toHaveLength(3);
  });

  it("arrive once when the connection is lost while it starts to listen", async () => {
    const { pool } = connect(database.connection, { max: 4 });
    const endAtOnce = (client: PoolClient) => void client.connection.stream.destroy();
    pool.on("connect", endAtOnce);
    const opening = openNode({ pool });
    await expect.poll(() => pool.totalCount).toBeGreaterThan(0);
    await expect.poll(() => pool.totalCount).toBe(0);
    pool.off("connect", endAtOnce);
    const node = await opening;
    const browser = await connected(openBrowser(node, "7"));
    // The adapter waits up to 3 s before it reconnects.
    await wait(3200);
    sending.realtime.send([7], "first", {});
    sending.realtime.send([7], "last", {});
    await expect.poll(() => browser.received.map((one) => one.name)).toContain("last");
    expect(browser.received.map((one) => one.name)).toEqual(["first", "last"]);
    await node.realtime.close();
    await pool.end();
  });

  it("disconnects a session in all processes, and no other", async () => {
    const ending = await connected(openBrowser(other, "5:ending"));
    const staying = await connected(openBrowser(other, "5:staying"));
    const gone = happened(ending.socket, "disconnect");
    sending.realtime.disconnectSession("ending");
    expect(await gone).toBe("io server disconnect");
    sending.realtime.send([5], "still-there", {});
    await expect.poll(() => staying.received.map((one) => one.name)).toContain("still-there");
    expect(ending.received).toEqual([]);
  });

  it("disconnects all browsers of a user", async () => {
    const both = await Promise.all([sending, other].map((node) => connected(openBrowser(node, "6"))));
    const gone = both.map((browser) => happened(browser.socket, "disconnect"));
    sending.realtime.disconnectPerson(6);
    expect(await Promise.all(gone)).toEqual(["io server disconnect", "io server disconnect"]);
  });
});

describe("a browser", () => {
  let node: Node;
  beforeAll(async () => {
    node = await openNode();
  });

  it("without a valid token is asked to log in", async () => {
    expect(await refusal(openBrowser(node, undefined))).toBe("user not authenticated, go to login");
    expect(await refusal(openBrowser(node, "forged"))).toBe("user not authenticated, go to login");
  });

  it("that doesn't authenticate in time is disconnected by the server", async () => {
    const impatient = await openNode({ authenticationTimeout: 20 });
    await expect(happened(openPlain(impatient), "close")).resolves.toBeDefined();
  });

  it("with a refused token receives the reason only and is disconnected without waiting for the time limit", async () => {
    const patient = await openNode({ authenticationTimeout: hour });
    const refused = openPlain(patient);
    const received: string[] = [];
    refused.addEventListener("message", ({ data }) => received.push(String(data)));
    refused.addEventListener("open", () => refused.send('40{"token":"forged"}'));
    await happened(refused, "close");
    const reason = '44{"message":"user not authenticated, go to login"}';
    expect(received).toEqual([expect.stringMatching(/^0/), reason]);
  }, 60_000);

  it("has a share until it is authenticated or has closed, and is refused without one", async () => {
    const shares = createRequestShares({ parallel: 1, parallelAlone: 1, open: 1 });
    const at = await openNode({ admit: () => shares.begin("network:127.0.0.1", "socket") });
    await connected(openBrowser(at, "81"));
    await connected(openBrowser(at, "82"));
    const silent = openPlain(at);
    await happened(silent, "open");
    expect(await refusal(openBrowser(at, "83"))).toBe("websocket error");
    silent.close();
    await happened(silent, "close");
    await expect.poll(() => connected(openBrowser(at, "84"))).toBeDefined();
  });

  it("is refused above 20 of one account, until another one closes", async () => {
    const browsers: Browser[] = [];
    for (let at = 0; at < 20; at += 1) browsers.push(await connected(openBrowser(node, "77")));
    expect(await refusal(openBrowser(node, "77"))).toMatch(/too many connections/);
    await connected(openBrowser(node, "78"));
    browsers[0]?.socket.disconnect();
    await expect.poll(() => connected(openBrowser(node, "77"))).toBeDefined();
    for (const { socket } of browsers) socket.disconnect();
  });

  it("accepts the token as auth.socketToken too", async () => {
    const auth = { token: null, socketToken: "1" };
    const browser = await connected(openBrowser(node, undefined, {}, auth));
    expect(browser.socket.connected).toBe(true);
  });

  it("on a page of another origin is rejected even with a valid token", async () => {
    expect(await refusal(openBrowser(node, "1", { origin: "https://evil.example" }))).toBe("websocket error");
  });

  it("on the server's own page is accepted", async () => {
    const browser = await connected(openBrowser(node, "1", { origin: node.url }));
    expect(browser.socket.connected).toBe(true);
  });

  it("reconnects when it could not be authenticated", async () => {
    let token = "broken";
    const socket = io(node.url, {
      transports: ["websocket"],
      auth: (give) => give({ token }),
      forceNew: true,
      reconnectionDelay: 50,
    });
    ends.push(() => void socket.disconnect());
    await new Promise<void>((resolve) => socket.io.once("reconnect_attempt", () => resolve()));
    token = "4";
    await happened(socket, "connect");
    expect(socket.connected).toBe(true);
  });
});

describe("a guest", () => {
  let node: Node;
  beforeAll(async () => {
    node = await openNode();
  });

  function openGuest(at: Node, guestLink: string, cookie: string): Browser {
    return openBrowser(at, undefined, { cookie }, { guestLink });
  }

  it("receives the messages to the link and to themselves, in every process, and those of no user", async () => {
    for (const link of ["one", "two"]) links.set(link, null);
    const [sending, other] = [await nodeOnDatabase(), await nodeOnDatabase()];
    const anna = await connected(openGuest(other, "one", "anna"));
    const ben = await connected(openGuest(sending, "one", "ben"));
    const carla = await connected(openGuest(other, "two", "carla"));
    sending.realtime.send([1, 2], "members", {});
    sending.realtime.send([guestChannel("one")], "link", {});
    sending.realtime.send([guestChannel("one", "ben"), guestChannel("two", "anna")], "author", {});
    sending.realtime.send([guestChannel("one"), guestChannel("two")], "last", {});
    for (const { received } of [anna, ben, carla]) {
      await expect.poll(() => received.at(-1)?.name).toBe("last");
    }
    const names = [anna, ben, carla].map(({ received }) => received.map(({ name }) => name));
    expect(names).toEqual([["link", "last"], ["link", "author", "last"], ["last"]]);
  });

  it("is disconnected after a message about the link once it can't be used, in every process, and refused then", async () => {
    for (const link of ["staying", "ending"]) links.set(link, null);
    const [sending, other] = [await nodeOnDatabase(), await nodeOnDatabase()];
    const staying = await connected(openGuest(other, "staying", "anna"));
    const ending = await connected(openGuest(other, "ending", "ben"));
    const end = happened(ending.socket, "disconnect");
    links.delete("ending");
    sending.realtime.send([guestChannel("staying"), guestChannel("ending")], parts.guestMessage, {});
    expect(await end).toBe("io server disconnect");
    expect(ending.received.map(({ name }) => name)).toEqual([parts.guestMessage]);
    const again = openGuest(other, "ending", "ben");
    expect(await refusal(again)).toBe("guest not authenticated, open the review link again");
    sending.realtime.send([guestChannel("staying")], "later", {});
    await expect.poll(() => staying.received.map(({ name }) => name)).toEqual([parts.guestMessage, "later"]);
  });

  it("receives the message about the link when its time is over, and is disconnected", async () => {
    links.set("expiring", 10);
    const guest = await connected(openGuest(node, "expiring", "anna"));
    const end = happened(guest.socket, "disconnect");
    links.delete("expiring");
    expect(await end).toBe("io server disconnect");
    expect(guest.received.map(({ name }) => name)).toEqual([parts.guestMessage]);
  });

  it("is refused above 100 from one network, until another one closes", async () => {
    links.set("crowded", null);
    let network = "203.0.113.7";
    const at = await openNode({ network: () => network });
    const guests: Browser[] = [];
    for (let count = 0; count < 100; count += 1) {
      guests.push(await connected(openGuest(at, "crowded", `guest${count}`)));
    }
    expect(await refusal(openGuest(at, "crowded", "anna"))).toMatch(/too many connections/);
    await connected(openBrowser(at, "1"));
    network = "203.0.113.8";
    await connected(openGuest(at, "crowded", "ben"));
    network = "203.0.113.7";
    guests[0]?.socket.disconnect();
    await expect.poll(() => connected(openGuest(at, "crowded", "anna"))).toBeDefined();
    for (const { socket } of guests) socket.disconnect();
  });
});
