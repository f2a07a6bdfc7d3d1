import { expect, type Page } from "@playwright/test";
import sharp from "sharp";

import { ownProfilePath, profilePath, tasksPath } from "#core/paths.ts";

import { card, createTask, openTasks } from "./support/people.ts";
import { installReelay, type Reelay } from "./support/reelay.ts";
import { signUpByForm } from "./support/sign-in.ts";
import { test } from "./support/test.ts";

const taskTitle = "Monsoon on the Konkan line";
const bio =
  `I cut trains, rain and tea. ${"Every reel is listened to before it is looked at. ".repeat(5)}`.trim();

/** A plain picture in one colour. */
async function picture(name: string, width: number, height: number, background: string) {
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", buffer };
}

test.describe("people", () => {
  let reelay: Reelay;

  // Its own server: suggestions and top lists show all users.
  test.beforeAll(async () => {
    reelay = await installReelay();
  });
  test.afterAll(async () => reelay?.remove());

  test("sign up, edit profiles, find each other, and log out", async ({ browser }) => {
    const editors = await browser.newContext({ baseURL: reelay.url });
    const creators = await browser.newContext({ baseURL: reelay.url });
    const editor = { page: await editors.newPage() };
    const creator = { home: "/y", page: await creators.newPage() } as const;
    await test.step("sign-up", async () => {
      await signUpByForm(editor.page, "Editor", "anika");
      await signUpByForm(creator.page, "Youtuber", "meera");
    });
    await openTasks(creator);
    await createTask(creator, "anika", {
      taskTitle,
      workDescription: "Open on the bridge.",
      title: "",
      description: "",
      tags: [],
      madeForKids: false,
    });

    await test.step("an edit with pictures and another name", async () => {
      const elsewhere = await editors.newPage();
      await elsewhere.goto(profilePath({ role: "EDITOR", name: "anika" }));
      await expect(elsewhere.getByRole("heading", { name: "anika", level: 1 })).toBeVisible();
      await edit(editor.page);
      // Both the other tab and the creator's card follow by themselves.
      await expect(elsewhere).toHaveURL(/\/c\/profile\/Anika%20Rao$/);
      await expect(elsewhere.getByText("example.com/reels")).toBeVisible();
      await expect(card(creator, taskTitle).getByRole("link", { name: "Anika Rao" })).toBeVisible();
      await elsewhere.close();
    });

    await test.step("the profile of another user", async () => readOthersProfile(creator.page));
    await test.step("the palette, by keyboard only", async () => searchByKeyboard(creator.page));
    await test.step("log out", async () => logOut(creator.page));
  });
});

async function edit(page: Page): Promise<void> {
  await page.goto(profilePath({ role: "EDITOR", name: "anika" }));
  await page.getByRole("button", { name: "Edit Profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  await dialog.getByLabel("Banner").setInputFiles(await picture("banner.png", 1600, 400, "#2b3a44"));
  await dialog.getByLabel("Profile picture").setInputFiles(await picture("me.png", 700, 700, "#c2562d"));
  await dialog.getByLabel("Name").fill("Anika Rao");
  await dialog.getByLabel("Bio").fill(bio);
  await dialog.getByLabel("Link").fill("example.com/reels");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/c\/profile\/Anika%20Rao$/);
  await expect(page.getByRole("heading", { name: "Anika Rao", level: 1 })).toBeVisible();
  const articlePicture = page.getByRole("article").locator('img[src*="/user/picture/"]');
  await expect(articlePicture).toHaveCount(2);
  const widths = () =>
    articlePicture.evaluateAll((all: HTMLImageElement[]) => all.map((one) => one.naturalWidth));
  await expect.poll(widths).toEqual([1600, 512]);
}

async function readOthersProfile(page: Page): Promise<void> {
  // An old name, in another spelling and under the wrong prefix.
  await page.goto(profilePath({ role: "YOUTUBER", name: "ANIKA" }));
  await expect(page).toHaveURL(/\/c\/profile\/Anika%20Rao$/);
  await expect(page.getByRole("heading", { name: "Anika Rao", level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit Profile" })).toBeHidden();
  await page.getByRole("button", { name: "view more" }).click();
  await expect(page.getByRole("dialog", { name: "Bio" })).toContainText(bio);
  await page.keyboard.press("Escape");
  await expect(page.getByText("anika@example.com")).toBeHidden();
  await page.getByRole("link", { name: "Your profile" }).click();
  await expect(page).toHaveURL(/\/y\/profile\/meera$/);
  await expect(page.getByText("Videos uploaded: 0")).toBeVisible();
  await expect(page.getByRole("link", { name: "Your profile" })).toBeHidden();

  await page.goto(profilePath({ role: "YOUTUBER", name: "nobody here" }));
  await expect(page.getByText("No user with that name.")).toBeVisible();
  await page.goto(ownProfilePath("YOUTUBER"));
  await expect(page.getByText("This page doesn't exist")).toBeVisible();
  await page.goto(tasksPath("EDITOR"));
  await expect(page).toHaveURL(/\/y\/tasks$/);
}

/** Finds a user by a part of their name with a typo. */
async function searchByKeyboard(page: Page): Promise<void> {
  await page.goto(profilePath({ role: "YOUTUBER", name: "meera" }));
  await expect(page.getByText("Videos uploaded: 0")).toBeVisible();
  await page.keyboard.press("Control+j");
  const palette = page.getByRole("dialog", { name: "Search" });
  await expect(palette.getByPlaceholder("Type a command or search...")).toBeFocused();
  // As she edits a task of this creator.
  await expect(palette.getByRole("option").first()).toContainText("Anika Rao");
  await page.keyboard.insertText("anyka");
  const result = palette.getByRole("option", { name: /Anika Rao/ });
  await expect(palette.getByRole("option")).toHaveCount(1);
  await expect(result.locator('img[src*="/user/picture/"]')).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/c\/profile\/Anika%20Rao$/);
}

/** Logs out. Nothing of the user is left in the browser, also if a response arrives after that. */
async function logOut(page: Page): Promise<void> {
  const keys = ["user-storage", "task-storage", "task-drafts", "upload-video-storage", "socketToken"];
  const stored = () => page.evaluate((all) => all.filter((key) => localStorage.getItem(key) !== null), keys);
  await page.evaluate(() => {
    localStorage.setItem("upload-video-storage", '{"state":{"taskId":1}}');
    localStorage.setItem("task-drafts", '{"1/2":{"title":"Unsaved"}}');
  });
  await page.goto(tasksPath("YOUTUBER"));
  await expect(card({ page }, taskTitle)).toBeVisible();
  await expect.poll(stored).toEqual(keys);
  // Like a response that arrives after the logout, while the start page is loading.
  await page.evaluate(`addEventListener("beforeunload", () => localStorage.setItem("task-storage", "{}"))`);
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Sign up" }).first()).toBeVisible();
  expect(await stored()).toEqual([]);
}
