import { expect, type Page } from "@playwright/test";
import sharp from "sharp";

import { card, createTask, openTasks } from "./support/people.ts";
import { installReelay, type Reelay } from "./support/reelay.ts";
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
    await test.step("sign-up shows what is missing", async () => signUpSlowly(editor.page));
    await test.step("sign-up of a creator", async () => signUpCreator(creator.page));
    await openTasks(creator);
    await createTask(creator, "anika", {
      taskTitle,
      workDescription: "Open on the bridge.",
      title: "",
      description: "",
      tags: [],
      madeForKids: false,
    });

    await test.step("an edit is refused in words, and aborted by leaving", async () =>
      refusedEdits(editor.page));
    await test.step("an edit with pictures and another name", async () => {
      const elsewhere = await editors.newPage();
      await elsewhere.goto("/c/profile/anika");
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
    await test.step("top users", async () => readTopUsers(creator.page, editor.page));
    await test.step("log out", async () => logOut(creator.page));
  });
});

async function signUpSlowly(page: Page): Promise<void> {
  await page.goto("/auth");
  const submit = page.getByRole("button", { name: "Sign Up", exact: true });
  const [email, password] = [page.getByLabel("Email"), page.getByLabel("Password", { exact: true })];
  await submit.click();
  await expect(page.getByText("Please select a role")).toBeVisible();
  await expect(page.getByText("Please fill all fields")).toHaveCount(2);
  await page.getByRole("radio", { name: "Editor" }).check();
  await email.fill("anika at example");
  await password.fill("   ");
  await submit.click();
  await expect(page.getByText("invalid email format")).toBeVisible();
  await expect(page.getByText("Please fill all fields")).toHaveCount(1);
  await email.fill("anika@example.com");
  await password.fill("short");
  await submit.click();
  await expect(page.getByText("Use at least 8 characters for the password.")).toBeVisible();
  await password.fill("password123");
  await submit.click();
  await expect(page.getByText("This password is too common.")).toBeVisible();
  await password.fill("anika cuts on the beat");
  await submit.click();
  await expect(page.getByText("Account created successfully! Redirecting to profile...")).toBeVisible();
  await expect(page).toHaveURL(/\/c\/profile\/anika$/);

  const visitor = await page
    .context()
    .browser()
    ?.newPage({ baseURL: new URL(page.url()).origin });
  if (!visitor) throw new Error("The browser is gone.");
  await visitor.goto("/auth");
  await visitor.getByRole("radio", { name: "Youtuber" }).check();
  await visitor.getByLabel("Email").fill("ANIKA@example.com");
  await visitor.getByLabel("Password", { exact: true }).fill("a different password");
  await visitor.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(visitor.getByText("An account with this email already exists.")).toBeVisible();
  await visitor.getByRole("button", { name: "Login", exact: true }).click();
  await expect(visitor.getByLabel("Email")).toHaveValue("ANIKA@example.com");
  await visitor.getByRole("button", { name: "Login", exact: true }).click();
  await expect(visitor.getByText("That email and password don't match an account.")).toBeVisible();
  await visitor.close();
}

async function signUpCreator(page: Page): Promise<void> {
  await page.goto("/auth");
  await page.getByRole("radio", { name: "Youtuber" }).check();
  await page.getByLabel("Email").fill("meera@example.com");
  await page.getByLabel("Password", { exact: true }).fill("meera cuts on the beat");
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(page).toHaveURL(/\/y\/profile\/meera$/);
}

async function refusedEdits(page: Page): Promise<void> {
  await expect(page.getByText("No links available")).toBeVisible();
  await expect(page.getByText("unrated", { exact: true })).toBeVisible();
  await expect(page.getByText("Task completed: 0")).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Profile" }).click();
  await page.getByRole("button", { name: "Edit Profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  const name = dialog.getByLabel("Name");
  const save = dialog.getByRole("button", { name: "Save" });
  await name.fill("   ");
  await dialog.getByLabel("Profile picture").setInputFiles({
    name: "notes.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("no picture"),
  });
  await dialog.getByLabel("Link").fill("not a link");
  await save.click();
  await expect(dialog.getByRole("alert").filter({ hasText: "Name is required" })).toBeVisible();
  await expect(dialog.getByText("Choose an image file.")).toBeVisible();
  await expect(dialog.getByText("Enter a web address such as example.com.")).toBeVisible();
  await name.fill("MEERA");
  await dialog.getByLabel("Link").fill("");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await save.click();
  await expect(dialog.getByText("This name is taken. Choose another one.")).toBeVisible();

  // The request never comes through: everything is locked until the person leaves by the browser's own way.
  await page.route("**/edit-profile", () => undefined);
  await name.fill("Never Saved");
  await save.click();
  await expect(dialog.getByRole("button", { name: "saving..." })).toBeDisabled();
  await expect(name).toBeDisabled();
  await expect(dialog.getByLabel("Bio")).toBeDisabled();
  await expect(dialog.getByLabel("Banner")).toBeDisabled();
  await expect(dialog.getByRole("button", { name: "Close" })).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  const aborted = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/edit-profile"));
  await page.goBack();
  await aborted;
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Failed to update profile")).toBeHidden();
  await page.unroute("**/edit-profile");
}

async function edit(page: Page): Promise<void> {
  await page.goto("/c/profile/anika");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  await dialog.getByLabel("Banner").setInputFiles(await picture("banner.png", 1600, 400, "#2b3a44"));
  await dialog.getByLabel("Profile picture").setInputFiles(await picture("me.png", 700, 700, "#c2562d"));
  await dialog.getByLabel("Name").fill("Anika Rao");
  await dialog.getByLabel("Bio").fill(bio);
  await dialog.getByLabel("Link").fill("example.com/reels");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Profile updated successfully!")).toBeVisible();
  await expect(page).toHaveURL(/\/c\/profile\/Anika%20Rao$/);
  await expect(page.getByRole("heading", { name: "Anika Rao", level: 1 })).toBeVisible();
  const shown = page.getByRole("article").locator('img[src*="/user/picture/"]');
  await expect(shown).toHaveCount(2);
  const widths = () => shown.evaluateAll((all: HTMLImageElement[]) => all.map((one) => one.naturalWidth));
  await expect.poll(widths).toEqual([1600, 512]);
}

async function readOthersProfile(page: Page): Promise<void> {
  // An old name, in another spelling and under the wrong prefix.
  await page.goto("/y/profile/ANIKA");
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

  await page.goto("/y/profile/nobody%20here");
  await expect(page.getByText("No user with that name.")).toBeVisible();
  await page.goto("/y/profile");
  await expect(page.getByText("This page doesn't exist")).toBeVisible();
  await page.goto("/c/tasks");
  await expect(page).toHaveURL(/\/y\/tasks$/);
}

async function searchByKeyboard(page: Page): Promise<void> {
  await page.goto("/y/profile/meera");
  await expect(page.getByText("Videos uploaded: 0")).toBeVisible();
  const asked: (string | null)[] = [];
  page.on("request", (request) => {
    const address = new URL(request.url());
    if (address.pathname.endsWith("/search-user")) asked.push(address.searchParams.get("query"));
  });
  await page.keyboard.press("Control+j");
  const palette = page.getByRole("dialog", { name: "Search" });
  await expect(palette.getByPlaceholder("Type a command or search...")).toBeFocused();
  // Anika first, as she edits a task of this creator.
  await expect(palette.getByRole("option").first()).toContainText("Anika Rao");
  await expect(palette.getByRole("listbox")).toHaveCSS("max-height", "300px");
  await page.keyboard.insertText("zzzzzz");
  await expect(palette.getByText("No users found.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  expect(asked).toEqual(["", "zzzzzz"]);

  await page.route("**/search-user*", (route) => route.fulfill({ status: 429, json: {} }));
  await page.keyboard.press("Control+j");
  await page.keyboard.insertText("another");
  await expect(page.getByRole("status").filter({ hasText: "Failed to fetch users." }).first()).toBeVisible();
  await page.unroute("**/search-user*");
  await page.keyboard.press("Control+j");
  await expect(palette).toBeHidden();

  await page.keyboard.press("Control+j");
  await expect(palette.getByRole("option").first()).toContainText("Anika Rao");
  await page.keyboard.insertText("anyka");
  // What is still listed answers nothing yet: an impatient Enter opens nobody.
  await page.keyboard.press("Enter");
  const found = palette.getByRole("option", { name: /Anika Rao/ });
  await expect(palette.getByRole("option")).toHaveCount(1);
  await expect(found).toHaveAttribute("aria-selected", "true");
  await expect(found).toContainText("editor");
  await expect(found.locator('img[src*="/user/picture/"]')).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(palette).toBeHidden();
  await expect(page).toHaveURL(/\/c\/profile\/Anika%20Rao$/);
}

async function readTopUsers(creator: Page, editor: Page): Promise<void> {
  const editors = creator.getByRole("region", { name: "Top Editors" });
  await expect(editors.getByText("based on ratings and tasks completed")).toBeVisible();
  const anika = editors.getByRole("link", { name: /Anika Rao/ });
  await expect(anika).toContainText("I cut trains, rain and tea.");
  await expect(anika).not.toContainText(bio.slice(0, 105));
  await editor.goto("/c/profile/Anika%20Rao");
  const creators = editor.getByRole("region", { name: "Top Youtubers" });
  await expect(creators.getByText("based on videos uploaded")).toBeVisible();
  await expect(creators.getByRole("link", { name: /meera/ })).toContainText("no bio");
  await creators.getByRole("link", { name: /meera/ }).click();
  await expect(editor).toHaveURL(/\/y\/profile\/meera$/);
}

async function logOut(page: Page): Promise<void> {
  const keys = ["user-storage", "task-storage", "task-drafts", "upload-video-storage", "socketToken"];
  const stored = () => page.evaluate((all) => all.filter((key) => localStorage.getItem(key) !== null), keys);
  await page.evaluate(() => {
    localStorage.setItem("upload-video-storage", '{"state":{"taskId":1}}');
    localStorage.setItem("task-drafts", '{"1/2":{"title":"Unsaved"}}');
  });
  await page.goto("/y/tasks");
  await card({ page }, taskTitle).getByRole("button", { name: /edit/i }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  expect(await stored()).toEqual(keys);
  await page.getByRole("button", { name: "Logout" }).click();
  const question = page.getByRole("alertdialog", { name: "Are you sure you want to Log out ?" });
  await question.getByRole("button", { name: "cancel" }).click();
  await expect(question).toBeHidden();
  await page.getByRole("button", { name: "Logout" }).click();
  await question.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Sign up" }).first()).toBeVisible();
  expect(await stored()).toEqual([]);
}
