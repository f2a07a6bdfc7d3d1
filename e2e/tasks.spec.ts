import { copyFile, utimes } from "node:fs/promises";

import { expect, type Locator, type Page } from "@playwright/test";

import { tasksPath } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";

import { thumbnailFile } from "./support/files.ts";
import { card, createTask, createTaskByCall, openTasks, signUp, type TestUser } from "./support/people.ts";
import { openProxy } from "./support/proxy.ts";
import { test } from "./support/test.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const brief = {
  taskTitle: "Lagoon at low tide",
  workDescription: "Start with the herons, and end on the boat's bell.",
  title: "A lagoon in nine minutes",
  description: "",
  tags: [],
  madeForKids: false,
};

/** A task's life before its first version: two editors and a creator look at the same list. */
test("a task is created with files, noticed, edited, reassigned and cancelled", async ({
  browser,
  reelay,
}) => {
  const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
  // The deadline is written in each reader's time zone.
  const anika = await signUp(browser, reelay.url, "anika", "Editor", { timezoneId: "Asia/Tokyo" });
  const ravi = await signUp(browser, reelay.url, "ravi", "Editor");
  for (const person of [meera, anika, ravi]) await openTasks(person);
  await reportsTimeZone(meera, /^Asia\/(Calcutta|Kolkata)$/);
  await reportsTimeZone(anika, /^Asia\/Tokyo$/);
  const video = await clip("h264");
  const picture = await thumbnailFile();

  await test.step("created on a narrow screen with files; the editor sees it without a reload", async () => {
    await meera.page.setViewportSize({ width: 390, height: 844 });
    const toasts = anika.page.getByRole("region", { name: /Messages from the application/ });
    await Promise.all([
      toasts.getByText("Due May 18, 2031, 3:29 AM.").waitFor(),
      createTask(meera, anika.name, { ...brief, thumbnail: picture, references: [picture, video] }),
    ]);
    await meera.page.setViewportSize({ width: 1280, height: 800 });
    await expect(card(meera, brief.taskTitle)).toContainText("due May 17, 2031, 11:59 PM");
    const taskCard = card(anika, brief.taskTitle);
    await expect(taskCard).toContainText("due May 18, 2031, 3:29 AM");
    await expect(taskCard.locator("img").first()).toHaveJSProperty("naturalWidth", 1280);
  });

  await test.step("the notification has the deadline of the toast, and opens the task", async () => {
    const { page } = anika;
    await page.getByRole("link", { name: /Notifications/ }).click();
    const notification = page.getByRole("article").filter({ hasText: brief.taskTitle });
    await expect(notification).toContainText("Due May 18, 2031, 3:29 AM.");
    // By key: a toast may be above the link, and stays while the pointer is there.
    await notification.getByRole("link").press("Enter");
    await expect(card(anika, brief.taskTitle)).toBeVisible();
    await expect(page).toHaveTitle("Tasks · Reelay");
  });

  await test.step("the files are viewed by keyboard, and the focus returns", async () => {
    await viewReferenceFiles(anika.page);
  });

  await test.step("a file that changed after it was chosen is named, and can be chosen again", async () => {
    const herons = test.info().outputPath("herons.png");
    await copyFile(picture, herons);
    await namesTheChangedFile(meera, brief.taskTitle, herons);
  });

  await test.step("a file is removed, and only an editor can be assigned", async () => {
    const sheet = await openForm(meera, brief.taskTitle);
    await sheet.getByRole("button", { name: "Remove thumbnail.png" }).click();
    await sheet.getByRole("button", { name: `Remove ${anika.name}` }).click();
    const picker = sheet.getByRole("combobox", { name: "Editor" });
    await picker.fill(meera.name);
    await expect(sheet.getByText("No editors found.")).toBeVisible();
    await picker.fill(ravi.name);
    await sheet.getByRole("option", { name: ravi.name }).click();
    await sheet.getByRole("button", { name: "Save" }).click();
    await expect(sheet).toBeHidden();
  });

  await test.step("it moves from the first editor's list to the second's", async () => {
    await expect(card(ravi, brief.taskTitle)).toContainText("1 reference file");
    await expect(card(anika, brief.taskTitle)).toBeHidden();
  });

  await test.step("a cancelled task is in neither list", async () => {
    await card(meera, brief.taskTitle)
      .getByRole("button", { name: `More for ${brief.taskTitle}` })
      .click();
    await meera.page.getByRole("menuitem", { name: "Cancel task" }).click();
    await meera.page.getByRole("alertdialog").getByRole("button", { name: "Cancel task" }).click();
    await expect(card(meera, brief.taskTitle)).toBeHidden();
    await expect(card(ravi, brief.taskTitle)).toBeHidden();
  });
});

test(
  "a proxy that refuses files is named, and the form is kept",
  { tag: "@sweep" },
  async ({ browser, reelay }) => {
    const proxy = await openProxy(reelay.url, { maxBytes: 1_000_000 });
    const lata = await signUp(browser, proxy.url, "lata", "Youtuber");
    const editor = await signUp(browser, reelay.url, "anika", "Editor");
    await explainsRefusalByProxy(lata, editor);
    proxy.close();
  },
);

test(
  "a page that is older than the server offers a reload",
  { tag: "@sweep" },
  async ({ browser, reelay }) => {
    const { page } = await signUp(browser, reelay.url, "meera", "Youtuber");
    expect((await page.request.get("/assets/older.js")).status()).toBe(404);
    await page.goto(tasksPath("YOUTUBER"));
    const create = page.getByRole("button", { name: "Create Task" }).first();
    await expect(create).toBeVisible();
    // The scripts of the form have not been loaded yet.
    await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404 }));
    await create.click();
    const failure = page.getByRole("alertdialog", { name: "This part of the page couldn't be loaded" });
    await expect(failure).toBeVisible();
    await page.unroute("**/assets/*.js");
    // The form is part of the URL, so it opens by itself.
    await failure.getByRole("button", { name: "Reload page" }).click();
    await expect(page.getByRole("dialog", { name: "Create Task" })).toBeVisible();
  },
);

/** Waits until the server knows the time zone that the first page of a user has reported. */
async function reportsTimeZone({ context }: TestUser, timeZone: RegExp): Promise<void> {
  await expect
    .poll(async () => {
      const response = await context.request.get("/api/v1/user/check-auth");
      return String((await response.json()).data.timeZone);
    })
    .toMatch(timeZone);
}

async function viewReferenceFiles(page: Page): Promise<void> {
  const opener = page.getByRole("button", { name: "2 reference files" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const viewer = page.getByRole("dialog", { name: "Reference files" });
  await expect(viewer.getByText("1 / 2")).toBeVisible();
  await expect(viewer.getByRole("img", { name: "thumbnail.png" })).toBeInViewport();
  await page.keyboard.press("ArrowRight");
  await expect(viewer.getByText("2 / 2")).toBeVisible();
  const video = viewer.locator("video");
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBeGreaterThan(0);
  await video.evaluate((one: HTMLVideoElement) => {
    one.muted = true;
    return one.play();
  });
  await page.keyboard.press("ArrowLeft");
  await expect(viewer.getByText("1 / 2")).toBeVisible();
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.paused)).toBe(true);
  await swipe(viewer, "left");
  await expect(viewer.getByText("2 / 2")).toBeVisible();
  const player = viewer.getByRole("region", { name: /^Player/ });
  // The label changes in the middle of the movement, and a click would scroll too.
  await expect(player).toBeInViewport({ ratio: 1 });
  await player.getByRole("button", { name: "Play" }).click();
  await expect(player.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(player.getByRole("slider", { name: "Seek" })).toBeEnabled();
  await swipe(viewer, "right");
  await expect(viewer.getByText("1 / 2")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(viewer).toBeHidden();
  await expect(opener).toBeFocused();
}

/** A finger's way across the upper half of a place, below which a video has its controls. */
async function swipe(place: Locator, to: "left" | "right"): Promise<void> {
  const box = await place.boundingBox();
  if (!box) throw new Error("There is nothing to swipe.");
  const session = await place.page().context().newCDPSession(place.page());
  const y = box.y + box.height / 3;
  const at = (share: number) => [{ x: box.x + box.width * (to === "left" ? 1 - share : share), y }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0.1) });
  for (let share = 0.15; share < 0.95; share += 0.05) {
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(share) });
  }
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

/** The proxy responds with an HTML page, which the app must not show. */
async function explainsRefusalByProxy(creator: TestUser, editor: TestUser): Promise<void> {
  const taskTitle = "Too much at once";
  await createTaskByCall(creator, { taskTitle, assignedTo: editor.name });
  await openTasks(creator);
  const { page } = creator;
  const sheet = await openForm(creator, taskTitle);
  await sheet.getByLabel("Work description").fill("Look at the tide tables.");
  const tides = { name: "tides.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(2_000_000) };
  await sheet.locator('input[type="file"]').first().setInputFiles(tides);
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/rejects files of this size\. Send smaller files/)).toBeVisible();
  await expect(sheet.getByLabel("Work description")).toHaveValue("Look at the tide tables.");
  await expect(sheet.getByText("tides.mp4")).toBeVisible();
}

async function openForm(creator: TestUser, taskTitle: string) {
  await card(creator, taskTitle).getByRole("button", { name: "Edit" }).click();
  const sheet = creator.page.getByRole("dialog", { name: "Edit task" });
  await expect(sheet.getByLabel("Task title")).toHaveValue(taskTitle);
  await expect(sheet.getByLabel("Task title")).toBeFocused();
  return sheet;
}

async function namesTheChangedFile(creator: TestUser, taskTitle: string, picture: string): Promise<void> {
  const sheet = await openForm(creator, taskTitle);
  const thumbnail = sheet.getByLabel(/^Thumbnail/);
  // Browsers compare the times of a file in seconds.
  await utimes(picture, 1_000_000, 1_000_000);
  await thumbnail.setInputFiles(picture);
  // Shown from the file as it was chosen.
  const thumbnails = sheet.locator('img[src^="blob:"]');
  await expect
    .poll(() => thumbnails.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await utimes(picture, 2_000_000, 2_000_000);
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(creator.page.getByText("“herons.png” was changed or moved after you chose it.")).toBeVisible();
  await thumbnail.setInputFiles(picture);
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet).toBeHidden();
}
