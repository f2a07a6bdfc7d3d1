import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { unsubscribePath } from "#core/paths.ts";
import { after, day } from "#core/time.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { notificationSettingsEndpoints } from "#modules/notifications/contract/settings.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { notificationSettings } from "../tables.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let unsubscribeUrl: string;

beforeAll(async () => {
  app = await startApp();
  creator = await app.join("meera", "YOUTUBER");
  editor = await app.join("anika", "EDITOR");
  await app.confirmEmail(editor);
});
afterAll(async () => app?.stop());

async function newTask(taskTitle: string) {
  const fields = {
    taskTitle,
    workDescription: "Open on the bridge.",
    deadline: "2031-01-31",
    assignedTo: editor.user.name,
  };
  await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
  await app.work();
}

const mails = () => app.sandbox.mailTo("anika@example.com");
const settingsOf = async ({ call }: Person) => (await call(notificationSettingsEndpoints.settings, {})).data;

beforeEach(async () => {
  app.setNow(null);
  await app.db.delete(notificationSettings);
  await newTask("Harbour at dawn");
  const [mail] = await mails();
  unsubscribeUrl = /http:\/\/localhost:3000(\/unsubscribe\/\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
});

/** The POST of a mail program (RFC 8058, section 3.2). */
const oneClick = (url = unsubscribeUrl, type = "application/x-www-form-urlencoded") =>
  app.app.inject({
    method: "POST",
    url,
    headers: { "content-type": type },
    payload: "List-Unsubscribe=One-Click",
  });

describe("the unsubscribe link of an email", () => {
  it.each(["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "ends emails of its kind by a POST without a session (%s)",
    async (type) => {
      const reply = await oneClick(unsubscribeUrl, type);
      expect([reply.statusCode, reply.body]).toEqual([200, "You are unsubscribed.\n"]);
      expect(await settingsOf(editor)).toMatchObject({ email: true, emailOff: ["assigned"] });
      expect(await settingsOf(creator)).toMatchObject({ emailOff: [] });
      const before = (await mails()).length;
      await newTask("Second task");
      expect(await mails()).toHaveLength(before);
      const { data } = await editor.call(notificationsEndpoints.list, { query: {} });
      expect(data.items[0]?.title).toBe("New task: Second task");
    },
  );

  it("changes nothing when it is opened, and works twice", async () => {
    await app.app.inject({ url: unsubscribeUrl });
    const params = { token: unsubscribeUrl.split("/").at(-1) ?? "" };
    const link = await app.nobody.call(notificationSettingsEndpoints.unsubscribeLink, { params });
    expect(link).toMatchObject({ status: 200, data: { scope: "assigned" } });
    expect(await settingsOf(editor)).toMatchObject({ emailOff: [] });
    await oneClick();
    const again = await app.nobody.call(notificationSettingsEndpoints.unsubscribe, { params });
    expect(again).toMatchObject({ status: 200, message: "You are unsubscribed." });
    expect(await settingsOf(editor)).toMatchObject({ emailOff: ["assigned"] });
  });

  it("does nothing if it was altered or has expired", async () => {
    const altered = unsubscribeUrl.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    expect((await oneClick(altered)).statusCode).toBe(404);
    expect((await oneClick(unsubscribePath("%00"))).statusCode).toBe(404);
    app.setNow(after(new Date(), 366 * day));
    expect((await oneClick()).statusCode).toBe(404);
    expect(await app.db.select().from(notificationSettings)).toEqual([]);
  });
});

describe("notification settings", () => {
  const save = (change: object) =>
    editor.call(notificationSettingsEndpoints.saveSettings, {
      body: { push: true, pushOff: [], email: true, emailFrequency: "immediately", emailOff: [], ...change },
    });

  it("send everything at once by default", async () => {
    const { kinds: _kinds, ...settings } = await settingsOf(editor);
    expect(settings).toEqual({
      push: true,
      pushOff: [],
      email: true,
      emailFrequency: "immediately",
      emailOff: [],
      emailAvailable: true,
      emailConfirmed: true,
    });
  });

  it.each([{ email: false }, { emailOff: ["assigned"] as const }])(
    "end emails, also one that is already queued: %o",
    async (change) => {
      const before = (await mails()).length;
      const fields = {
        taskTitle: "Queued",
        workDescription: "Open on the bridge.",
        deadline: "2031-01-31",
        assignedTo: editor.user.name,
      };
      await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
      expect((await save(change)).status).toBe(200);
      await app.work();
      await newTask("Not queued");
      expect(await mails()).toHaveLength(before);
    },
  );

  it("reject unknown kinds and frequencies", async () => {
    for (const body of [{ emailOff: ["security"] }, { emailFrequency: "never" }, { email: "yes" }]) {
      const reply = await app.app.inject({
        method: "PUT",
        url: "/api/v1/notifications/settings",
        headers: { cookie: editor.cookie },
        payload: {
          push: true,
          pushOff: [],
          email: true,
          emailFrequency: "immediately",
          emailOff: [],
          ...body,
        },
      });
      expect(reply.statusCode).toBe(422);
    }
  });
});
