import { expect } from "@playwright/test";
import sharp from "sharp";

import { openProfile, signUp } from "./support/people.ts";
import { test } from "./support/test.ts";

async function png(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#c2562d" } })
    .png()
    .toBuffer();
}

test.describe("the own profile", () => {
  test("of a new creator shows the name once, the avatar on top, and the next steps", async ({
    browser,
    reelay,
  }) => {
    const creator = await signUp(browser, reelay.url, "lior", "Youtuber");
    const { page, name } = creator;
    await openProfile(creator);
    await expect(page.getByRole("main").getByText(name, { exact: true })).toHaveCount(1);
    const covered = await page.getByRole("article").evaluate((article) => {
      const strip = article.querySelector(".perforations:last-child")?.getBoundingClientRect();
      const avatar = article.querySelector("span.rounded-full");
      const box = avatar?.getBoundingClientRect();
      if (!strip || !avatar || !box) return null;
      const top = document.elementFromPoint(box.left + box.width / 2, strip.top + strip.height / 2);
      return !avatar.contains(top);
    });
    expect(covered).toBe(false);

    const finish = page.getByRole("region", { name: "Finish your profile" });
    for (const part of ["Name", "Picture", "Bio"])
      await expect(finish.getByRole("listitem").filter({ hasText: part })).not.toContainText("done");
    await finish.getByRole("button", { name: "Add the details" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Profile" });
    await dialog.getByLabel("Name").fill(`Lior ${name.slice(-6)}`);
    await dialog.getByLabel("Bio").fill("I film harbours.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(finish.getByRole("listitem").filter({ hasText: "Bio" })).toContainText("done");
    await expect(finish.getByRole("listitem").filter({ hasText: "Name" })).toContainText("done");
    await finish.getByRole("link", { name: "Create your first task" }).click();
    await expect(page.getByRole("dialog", { name: "Create Task" })).toBeVisible();
  });

  test("states the limits, reports an unreadable picture, and removes pictures", async ({
    browser,
    reelay,
  }) => {
    const editor = await signUp(browser, reelay.url, "edda", "Editor");
    const { page } = editor;
    await openProfile(editor);
    const dialog = page.getByRole("dialog", { name: "Edit Profile" });
    const save = dialog.getByRole("button", { name: "Save" });
    const shown = page.getByRole("article").locator('img[src*="/user/picture/"]');
    await page.getByRole("button", { name: "Edit Profile" }).click();
    await expect(dialog.getByText(/up to 20 MB and 50 megapixels/)).toHaveCount(2);
    await expect(dialog.getByText("Up to 2,000 characters")).toBeVisible();
    const picture = dialog.getByLabel("Profile picture");
    const damaged = (await png(700, 700)).subarray(0, 60);
    await picture.setInputFiles({ name: "damaged.png", mimeType: "image/png", buffer: damaged });
    await save.click();
    await expect(dialog.getByRole("alert").filter({ hasText: "This image can't be read." })).toBeVisible();

    await picture.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: await png(700, 700) });
    const banner = { name: "banner.png", mimeType: "image/png", buffer: await png(1600, 400) };
    await dialog.getByLabel("Banner").setInputFiles(banner);
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(shown).toHaveCount(2);

    await page.getByRole("button", { name: "Edit Profile" }).click();
    await dialog.getByRole("button", { name: "Remove" }).first().click();
    await dialog.getByRole("button", { name: "Remove" }).first().click();
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(shown).toHaveCount(0);
  });
});

test("an unknown user is a page that was not found", async ({ browser, reelay }) => {
  const { page } = await signUp(browser, reelay.url, "uri", "Editor");
  await page.goto("/c/profile/nobody%20here");
  await expect(page).toHaveTitle("User not found · Reelay");
  await expect(page.getByRole("heading", { name: "User not found" })).toBeAttached();
  await page.getByRole("button", { name: "Search for users" }).click();
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
});

test("sign-up says that the role is final", async ({ browser, reelay }) => {
  const page = await browser.newPage({ baseURL: reelay.url });
  await page.goto("/auth");
  await expect(page.getByRole("group", { name: "I am a" })).toHaveAccessibleDescription(
    /You can't change it later/,
  );
});
