import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

import { expect } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

import { createTaskByCall, openTasks, signUp, type Someone } from "./support/people.ts";
import { installReelay, type Reelay } from "./support/reelay.ts";
import { test } from "./support/test.ts";

const received: Email[] = [];
let smtp: SMTPServer;
let reelay: Reelay;

test.beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    logger: false,
    onData: async (stream, _session, done) => {
      received.push(await PostalMime.parse(await buffer(stream)));
      done();
    },
  });
  const listening = smtp.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  reelay = await installReelay({ SMTP_URL: `smtp://127.0.0.1:${port}` });
});
test.afterAll(async () => {
  await reelay.remove();
  smtp.close();
});

const mailsTo = ({ email }: Someone) => received.filter(({ to }) => to?.[0]?.address === email);
const subjects = (someone: Someone) => mailsTo(someone).map(({ subject }) => subject);

async function openSettings({ page }: Someone) {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Notifications" }).click();
  const panel = page.getByRole("form", { name: "Notification settings" });
  await expect(panel).toBeVisible();
  return panel;
}

async function save({ page }: Someone) {
  const saving = page.waitForResponse((response) => response.request().method() === "PUT");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await saving;
}

test(
  "emails follow the settings, and every email can be unsubscribed with one click",
  {
    tag: "@sweep",
  },
  async ({ browser }) => {
    const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
    const editor = await signUp(browser, reelay.url, "anika", "Editor");
    const newTask = (taskTitle: string) => createTaskByCall(creator, { taskTitle, assignedTo: editor.name });
    const { page } = editor;
    const newTasks = page.getByRole("checkbox", { name: "New tasks: Email" });

    await test.step("by default, every notification is emailed", async () => {
      await newTask("First reel");
      await expect.poll(() => subjects(editor)).toEqual(["New task: First reel"]);
    });

    await test.step("a type that is switched off is not emailed, and the choice is kept", async () => {
      await openTasks(editor);
      await openSettings(editor);
      await expect(page.getByRole("switch", { name: "Email Notifications" })).toBeChecked();
      await newTasks.uncheck();
      await save(editor);
      await page.reload();
      await expect(newTasks).not.toBeChecked();
      await newTask("Second reel");
      await expect(page.getByRole("link", { name: "New task: Second reel" })).toBeVisible();
      await newTasks.check();
      await save(editor);
      await newTask("Third reel");
      await expect.poll(() => subjects(editor)).toEqual(["New task: First reel", "New task: Third reel"]);
    });

    await test.step("without the channel, its types can't be chosen", async () => {
      await page.getByRole("switch", { name: "Email Notifications" }).uncheck();
      await expect(newTasks).toBeDisabled();
      await expect(page.getByLabel("Email frequency")).toBeDisabled();
      await save(editor);
      await newTask("Fourth reel");
      await expect(page.getByRole("link", { name: "New task: Fourth reel" })).toBeVisible();
      await page.getByRole("switch", { name: "Email Notifications" }).check();
      await save(editor);
    });

    await test.step("the hourly digest is kept", async () => {
      await page.getByLabel("Email frequency").selectOption("Hourly digest");
      await save(editor);
      await page.reload();
      await expect(page.getByLabel("Email frequency")).toHaveValue("hourly");
      await page.getByLabel("Email frequency").selectOption("Immediately");
      await save(editor);
      expect(subjects(editor)).toEqual(["New task: First reel", "New task: Third reel"]);
    });

    const mail = mailsTo(editor)[0];
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? "";
    const url = /^<(.+)>$/.exec(header("list-unsubscribe"))?.[1] ?? "";

    await test.step("opening the link of an email asks first", async () => {
      expect(mail?.text).toContain(url);
      const anybody = await (await browser.newContext()).newPage();
      await anybody.goto(url);
      await expect(anybody.getByText("Emails about: New tasks")).toBeVisible();
      await page.reload();
      await expect(newTasks).toBeChecked();
      await anybody.getByRole("button", { name: "Unsubscribe" }).click();
      await expect(anybody.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
      await page.reload();
      await expect(newTasks).not.toBeChecked();
      await newTasks.check();
      await save(editor);
    });

    await test.step("the mail program unsubscribes without a login", async () => {
      expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
      const reply = await fetch(url, {
        method: "POST",
        body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
      });
      expect(reply.status).toBe(200);
      await page.reload();
      await expect(newTasks).not.toBeChecked();
    });

    await test.step("emails about the account can't be unsubscribed", async () => {
      await page.request.post("/api/v1/forgot-password/generate-otp", { data: { email: editor.email } });
      const codes = () => mailsTo(editor).filter(({ text }) => /^ {4}\w{4}$/m.test(text ?? ""));
      await expect.poll(() => codes().length).toBe(1);
      expect(codes()[0]?.headers.map(({ key }) => key)).not.toContain("list-unsubscribe");
    });
  },
);
