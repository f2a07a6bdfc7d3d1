import { readFile } from "node:fs/promises";

import { type Browser, expect, type Page } from "@playwright/test";

import { logInPath, tasksPath } from "#core/paths.ts";

import { card, createTask, openTasks, signUp, type TestUser } from "./support/people.ts";
import { test } from "./support/test.ts";

const taskTitle = "Monsoon on the Konkan line";

async function openSettings({ page }: TestUser): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Profile" }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
}

/** Logs a user in with another browser. */
async function logIn(browser: Browser, url: string, user: TestUser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  await page.goto(logInPath);
  await page.getByLabel("Email").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/profile/${user.name}$`));
  return page;
}

test.describe("Settings", () => {
  test("log out another session, download the data and delete the account", async ({ browser, reelay }) => {
    const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
    const editor = await signUp(browser, reelay.url, "anika", "Editor");
    await openTasks(creator);
    await createTask(creator, editor.name, {
      taskTitle,
      workDescription: "Open on the bridge.",
      title: "",
      description: "",
      tags: [],
      madeForKids: false,
    });
    const elsewhere = await logIn(browser, reelay.url, editor);
    await openTasks(editor);
    await openSettings(editor);
    const { page } = editor;

    await test.step("the other browser is logged out while it is open", async () => {
      await page.getByRole("button", { name: "Log out Chrome on Linux" }).click();
      await expect(page.getByText("Session ended.")).toBeVisible();
      await expect(elsewhere).toHaveURL(/\/auth$/);
      await expect(page.getByText("this browser", { exact: true })).toBeVisible();
      await expect(page.getByRole("button", { name: "Log out Chrome on Linux" })).toBeHidden();
    });

    await test.step("the download contains the task", async () => {
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download my data" }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe("reelay-data.json");
      const data: unknown = JSON.parse(await readFile(await download.path(), "utf8"));
      expect(data).toMatchObject({
        account: { name: editor.name },
        tasks: [{ taskTitle, youtuber: creator.name }],
      });
    });

    await test.step("the account is deleted only with the password and the name", async () => {
      await page.getByRole("button", { name: "Delete my account" }).click();
      const dialog = page.getByRole("dialog", { name: "Delete your account?" });
      const confirm = dialog.getByRole("button", { name: "Delete my account" });
      await dialog.getByLabel("Password").fill("something else");
      await confirm.click();
      await expect(dialog.getByText(`Type your name here: ${editor.name}`)).toBeVisible();
      await dialog.getByLabel(`Type ${editor.name} to confirm`).fill(editor.name);
      await confirm.click();
      await expect(dialog.getByText("Wrong password.")).toBeVisible();
      await dialog.getByLabel("Password").fill(editor.password);
      await expect(dialog.getByText("Wrong password.")).toBeHidden();
      await confirm.click();
      await expect(page).toHaveURL(`${reelay.url}/`);
      await expect(page.getByText("Account deleted.")).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const storedKeys = await page.evaluate(() =>
        ["user-storage", "socketToken"].map((key) => localStorage.getItem(key)),
      );
      expect(JSON.stringify(storedKeys)).not.toContain(editor.name);
      await page.goto(tasksPath("EDITOR"));
      await expect(page).toHaveURL(/\/auth$/);
    });

    await test.step("the creator's card asks for another editor", async () => {
      const task = card(creator, taskTitle);
      await expect(task.getByText(/^Former member \d+$/)).toBeVisible();
      await expect(task.getByRole("link", { name: /Former member/ })).toBeHidden();
      await expect(task.getByText("choose another editor")).toBeVisible();
    });
  });
});
