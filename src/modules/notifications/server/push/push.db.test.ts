import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { createKeyring } from "#core/server/keyring.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { notificationSettingsEndpoints } from "#modules/notifications/contract/settings.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { decryptPush } from "#testing/push-browser.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { notifications, pushSubscriptions, vapidKeys } from "../tables.ts";
import { vapidKeys as keysOf } from "./subscriptions.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let round = 0;
let server: Server;
let origin: string;
let status = 201;
let received: { url: string | undefined; text: unknown }[] = [];

const browser = createECDH("prime256v1");
const p256dh = browser.generateKeys("base64url");
const auth = randomBytes(16).toString("base64url");

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = await buffer(request);
    received.push({ url: request.url, text: JSON.parse(decryptPush(body, browser, auth)) });
    response.writeHead(status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = await startApp({ mail: null });
  creator = await app.join("meera", "YOUTUBER");
});
afterAll(async () => {
  await app?.stop();
  server.close();
});

beforeEach(async () => {
  [status, received] = [201, []];
  await app.db.delete(pushSubscriptions);
  round += 1;
  editor = await app.join(`anika${round}`, "EDITOR");
});

const endpointOf = (name: string) => `https://push.example/${name}`;

/** Subscribes a browser through the API, then moves its push service to the loopback, which the API doesn't accept. */
async function subscribe(person: Person, name: string) {
  const body = { endpoint: endpointOf(name), p256dh, auth };
  expect((await person.call(notificationSettingsEndpoints.subscribePush, { body })).status).toBe(200);
  await app.db
    .update(pushSubscriptions)
    .set({ endpoint: `${origin}/${name}` })
    .where(eq(pushSubscriptions.endpoint, endpointOf(name)));
}

async function newTask() {
  const fields = {
    taskTitle: "Harbour at dawn",
    workDescription: "Open on the bridge.",
    deadline: "2031-01-31",
    assignedTo: editor.user.name,
  };
  await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
}

const stored = () => app.db.select().from(pushSubscriptions);

describe("a push notification", () => {
  it("arrives encrypted at each browser of the recipient, with the place it opens", async () => {
    await subscribe(editor, "laptop");
    await subscribe(editor, "phone");
    await subscribe(creator, "other");
    await newTask();
    await app.work();
    expect(received.map(({ url }) => url).toSorted()).toEqual(["/laptop", "/phone"]);
    const [{ id, path } = { id: 0, path: "" }] = (
      await editor.call(notificationsEndpoints.list, { query: {} })
    ).data.items;
    expect(received[0]?.text).toMatchObject({ id, path, unread: 1, title: "New task: Harbour at dawn" });
  });

  it("is not sent for a type or channel that is off, or once it was read", async () => {
    await subscribe(editor, "laptop");
    const { data } = await editor.call(notificationSettingsEndpoints.settings, {});
    const { emailAvailable: _, emailConfirmed: __, kinds: ___, ...settings } = data;
    const save = (change: Partial<typeof settings>) =>
      editor.call(notificationSettingsEndpoints.saveSettings, { body: { ...settings, ...change } });
    for (const change of [{ push: false }, { pushOff: ["assigned" as const] }]) {
      await save({});
      await newTask();
      await save(change);
      await newTask();
      await app.work();
    }
    await save({});
    await newTask();
    await editor.call(notificationsEndpoints.markAllRead, {});
    await app.work();
    expect(received).toEqual([]);
  });

  it("is not sent once the recipient has no access to the task any more", async () => {
    await subscribe(editor, "laptop");
    await newTask();
    await app.db.update(tasks).set({ declinedAt: new Date() });
    await app.work();
    expect(received).toEqual([]);
  });

  it.each([404, 410])("ends a subscription that the push service answers with %d", async (answer) => {
    await subscribe(editor, "laptop");
    status = answer;
    await newTask();
    await app.work();
    expect(await stored()).toEqual([]);
  });

  it("is retried while the push service is busy, and keeps the subscription", async () => {
    await subscribe(editor, "laptop");
    status = 503;
    await newTask();
    await expect(app.work()).rejects.toMatchObject({ kind: "retry" });
    expect(await stored()).toHaveLength(1);
  });
});

describe("a subscription", () => {
  it("ends with its session", async () => {
    await subscribe(editor, "laptop");
    await editor.call(sessionEndpoints.logout, {});
    expect(await stored()).toEqual([]);
  });

  it("belongs to the user who logged in last in its browser", async () => {
    const body = { endpoint: endpointOf("shared"), p256dh, auth };
    await editor.call(notificationSettingsEndpoints.subscribePush, { body });
    await creator.call(notificationSettingsEndpoints.subscribePush, { body });
    expect((await stored()).map(({ personId }) => personId)).toEqual([creator.user.id]);
  });

  it("is one of twenty per user", async () => {
    for (let n = 1; n <= 22; n += 1) await subscribe(editor, `browser-${n}`);
    const kept = (await stored()).map(({ endpoint }) => endpoint);
    expect(kept).toHaveLength(20);
    expect(kept).not.toContain(`${origin}/browser-2`);
  });

  it("is part of the data download without its keys, and is deleted with the account", async () => {
    await subscribe(editor, "laptop");
    const { data } = await editor.call(accountDeletionEndpoints.downloadData, {});
    expect(data).toMatchObject({ notifications: { browsers: [{ pushService: new URL(origin).host }] } });
    expect(JSON.stringify(data)).not.toContain(p256dh);
    const password = `anika${round} likes long reels`;
    await editor.call(accountDeletionEndpoints.deleteAccount, { body: { password } });
    expect(await stored()).toEqual([]);
  });

  it.each([
    { endpoint: "http://push.example/1" },
    { endpoint: "javascript:alert(1)" },
    { endpoint: `https://push.example/${"x".repeat(1000)}` },
    { p256dh: "short" },
    { auth: "!".repeat(22) },
  ])("is rejected with invalid values: %o", async (change) => {
    const body = { endpoint: endpointOf("laptop"), p256dh, auth, ...change };
    expect((await editor.call(notificationSettingsEndpoints.subscribePush, { body })).status).toBe(422);
  });
});

describe("the keys for push services", () => {
  const publicKey = async () => (await editor.call(notificationSettingsEndpoints.pushKey, {})).data.publicKey;

  it("are generated once and stored encrypted", async () => {
    await app.db.delete(vapidKeys);
    const keys = await Promise.all([publicKey(), publicKey(), publicKey()]);
    expect(new Set(keys).size).toBe(1);
    const { push } = app.dependencies;
    const { privateKey } = await app.run(null, (ctx) => keysOf(ctx, push));
    expect(JSON.stringify(await app.db.select().from(vapidKeys))).not.toContain(privateKey);
  });

  it("are replaced after a change of the secret, with the subscriptions made for them", async () => {
    await subscribe(editor, "laptop");
    const before = await publicKey();
    const keyring = createKeyring("another secret of the tests, also long enough");
    const { push } = app.dependencies;
    const after = await app.run(null, (ctx) => keysOf({ ...ctx, keyring }, push));
    expect(after.publicKey).not.toBe(before);
    expect(await stored()).toEqual([]);
    await app.db.delete(notifications);
    await app.db.delete(vapidKeys);
  });
});
