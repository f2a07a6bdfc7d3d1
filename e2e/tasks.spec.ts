import { copyFile, utimes } from "node:fs/promises";

import { expect, type Locator, type Page } from "@playwright/test";

import { clip } from "#testing/clips.ts";

import { thumbnailFile } from "./support/files.ts";
import { card, createTask, createTaskByCall, openTasks, signUp, type Someone } from "./support/people.ts";
import { openProxy } from "./support/proxy.ts";
import { test } from "./support/test.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const brief = {
  taskTitle: "Lagoon at low tide",
  workDescription:
    "Start with the herons, keep every shot of the mud flats longer than feels right, and end on the boat's bell.",
  title: "",
  description: "",
  tags: [],
  madeForKids: false,
};

/** A task's life before its first version: two editors and a creator look at the same list. */
test.describe("tasks", () => {
  let meera: Someone;
  let anika: Someone;
  let ravi: Someone;
  test.beforeAll(async ({ browser, reelay }) => {
    meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    anika = await signUp(browser, reelay.url, "anika", "Editor");
    ravi = await signUp(browser, reelay.url, "ravi", "Editor");
    for (const person of [meera, anika, ravi]) await openTasks(person);
  });

  test("are created with reference files, edited, reassigned and cancelled", async () => {
    const video = await clip("h264");
    const picture = await thumbnailFile();

    await test.step("created on a narrow screen with two files; the editor sees it without a reload", async () => {
      await meera.page.setViewportSize({ width: 390, height: 844 });
      await createTask(meera, anika.name, { ...brief, thumbnail: picture, references: [picture, video] });
      await meera.page.setViewportSize({ width: 1280, height: 800 });
      await expect(card(anika, brief.taskTitle)).toContainText("assigned by");
      await expect(card(anika, brief.taskTitle)).toContainText("May 17, 2031, 11:59 PM");
    });

    await test.step("the brief is cut at 80 characters and can be opened", async () => {
      await expect(card(anika, brief.taskTitle)).toContainText(
        `${brief.workDescription.slice(0, 80).trim()}…`,
      );
      await card(anika, brief.taskTitle).getByRole("button", { name: "full text" }).click();
      await expect(anika.page.getByRole("dialog", { name: brief.taskTitle })).toContainText(
        brief.workDescription,
      );
      await anika.page.keyboard.press("Escape");
    });

    await test.step("the files are viewed by keyboard, and the focus returns", async () => {
      await lookAtFiles(anika.page);
    });

    await test.step("a failed load, a failed save and an accidental close lose nothing", async () => {
      await failsAndGoesOn(meera, brief.taskTitle);
    });

    await test.step("a file that changed after it was chosen is named, and can be chosen again", async () => {
      const herons = test.info().outputPath("herons.png");
      await copyFile(picture, herons);
      await namesTheChangedFile(meera, brief.taskTitle, herons);
    });

    await test.step("loading shows a skeleton, and discarded changes are gone", async () => {
      await waitsInShape(meera, brief.taskTitle);
      await forgetsWhatIsDiscarded(meera, anika, picture);
    });

    await test.step("the form is locked while it is saved, and saving can be stopped", async () => {
      await isLockedWhileSaving(meera, brief.taskTitle);
    });

    await test.step("a file is removed, and only an editor can be assigned", async () => {
      const sheet = await openForm(meera, brief.taskTitle);
      await sheet.getByRole("button", { name: "Remove thumbnail.png" }).click();
      await exchangeEditor(sheet, anika, meera);
      await sheet.getByRole("button", { name: "Save" }).click();
      await expect(sheet.getByText("Only an editor can be assigned")).toBeVisible();
      await exchangeEditor(sheet, meera, ravi);
      await sheet.getByRole("button", { name: "Save" }).click();
      await expect(sheet).toBeHidden();
    });

    await test.step("it moves from the first editor's list to the second's", async () => {
      await expect(card(ravi, brief.taskTitle)).toContainText("1 reference file");
      await expect(anika.page.getByText("No tasks currently assigned yet.")).toBeVisible();
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

  test("have an empty state and an error state", async ({ browser, reelay }) => {
    const { page } = await signUp(browser, reelay.url, "omar", "Youtuber");
    await page.goto("/y/tasks");
    await expect(page.getByText("Tasks currently assigned to editor/ in progress")).toBeVisible();
    await expect(page.getByText("No tasks currently assigned yet.")).toBeVisible();
    await expect(
      page.getByRole("heading", { name: "Assign Work and upload videos to YouTube with one click!" }),
    ).toBeVisible();
    await page.getByRole("tab", { name: "Completed Tasks" }).click();
    await expect(page.getByText("All your completed tasks that were assigned to editors")).toBeVisible();
    await expect(page.getByText("No completed tasks yet.")).toBeVisible();
    const refusal = { status: 429, json: { message: "Too many tries.", code: "too_many" } };
    await page.route("**/task/fetch-tasks*", (route) => route.fulfill(refusal));
    // The realtime connection would refetch the list and remove the error before the click.
    await page.routeWebSocket(/socket\.io/, () => undefined);
    await page.reload();
    await expect(page.getByText("Too many tries.")).toBeVisible();
    await page.unroute("**/task/fetch-tasks*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("No completed tasks yet.")).toBeVisible();
  });

  test("show an error if a proxy refuses their files, and keep the form", async ({ browser, reelay }) => {
    const proxy = await openProxy(reelay.url, { maxBytes: 1_000_000 });
    const lata = await signUp(browser, proxy.url, "lata", "Youtuber");
    await refusedOnTheWay(lata, anika);
    proxy.close();
  });

  test("are searched, filtered and ordered, also after a reload", async () => {
    await createTaskByCall(meera, {
      taskTitle: "Night train",
      assignedTo: ravi.name,
      deadline: "2031-03-01",
    });
    await createTaskByCall(meera, { taskTitle: "Day train", assignedTo: anika.name, deadline: "2031-01-01" });
    await createTaskByCall(meera, { taskTitle: "Harbour", assignedTo: anika.name, deadline: "2031-02-01" });
    const { page } = meera;
    const titles = page.getByRole("article").getByRole("heading");
    await expect(titles).toHaveText(["Harbour", "Day train", "Night train"]);

    await page.getByRole("combobox", { name: "Order" }).selectOption("Deadline first");
    await page.getByRole("searchbox", { name: "Search your tasks" }).fill("train");
    await expect(titles).toHaveText(["Day train", "Night train"]);
    await page.reload();
    await expect(titles).toHaveText(["Day train", "Night train"]);

    await page.getByRole("combobox", { name: "Stage" }).selectOption("In review");
    await expect(page.getByText("No matching tasks")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page.getByRole("searchbox", { name: "Search your tasks" })).toBeFocused();
    await expect(titles).toHaveText(["Day train", "Harbour", "Night train"]);
  });

  test("are loaded page by page, and the focus stays at the end", async () => {
    for (let take = 1; take <= 31; take += 1) {
      await createTaskByCall(meera, { taskTitle: `Take ${take}`, assignedTo: anika.name });
    }
    const { page } = meera;
    await page.goto("/y/tasks?q=Take");
    await expect(page.getByRole("article")).toHaveCount(30);
    await page.getByRole("button", { name: "Show older tasks" }).press("Enter");
    await expect(page.getByRole("article")).toHaveCount(31);
    await expect(page.getByText("End of list")).toBeFocused();
  });

  test("are marked as due soon and overdue on a page that stays open", async () => {
    await createTaskByCall(meera, { taskTitle: "Ferry", assignedTo: anika.name, deadline: "2031-03-01" });
    const page = await meera.context.newPage();
    await page.clock.install({ time: new Date("2031-02-28T12:00:00Z") });
    await page.goto("/y/tasks");
    const ferry = page.getByRole("article").filter({ hasText: "Ferry" });
    await expect(ferry).toBeVisible();
    await expect(ferry).not.toContainText("due soon");
    await page.clock.fastForward("24:00:00");
    await expect(ferry).toContainText("due soon");
    await page.clock.fastForward("24:00:00");
    await expect(ferry).toContainText("overdue");
    const dueDate = await ferry.getByText("Mar 1, 2031, 11:59 PM").boundingBox();
    expect(dueDate?.height).toBeLessThan(30);
    await page.close();
  });

  test("offer a reload if the page is older than the server", async () => {
    const { page } = meera;
    expect((await page.request.get("/assets/older.js")).status()).toBe(404);
    await page.goto("/y/tasks");
    const create = page.getByRole("button", { name: "Create Task" }).first();
    await expect(create).toBeVisible();
    // The scripts of the form have not been loaded yet.
    await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404 }));
    await create.click();
    await expect(page.getByText("This page could not be loaded.")).toBeVisible();
    await page.unroute("**/assets/*.js");
    // The form is part of the URL, so it opens by itself.
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("dialog", { name: "Create Task" })).toBeVisible();
  });
});

async function lookAtFiles(page: Page): Promise<void> {
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

/** Each place that waits for the server has the shape of what will come. */
async function waitsInShape(creator: Someone, taskTitle: string): Promise<void> {
  const { page } = creator;
  const list = Promise.withResolvers<void>();
  await page.route("**/task/fetch-tasks*", (route) => list.promise.then(() => route.continue()));
  // As in a browser without a stored list, which is shown at once.
  await page.evaluate(() => localStorage.removeItem("task-storage"));
  await page.reload();
  const cards = page.getByRole("status").filter({ hasText: "Loading your tasks" }).locator(".aspect-video");
  await expect(cards).toHaveCount(3);
  list.resolve();
  await expect(card(creator, taskTitle)).toBeVisible();
  await page.unroute("**/task/fetch-tasks*");

  const form = Promise.withResolvers<void>();
  await page.route("**/task/fetch-task/*", (route) => form.promise.then(() => route.continue()));
  await card(creator, taskTitle).getByRole("button", { name: "Edit" }).click();
  const sheet = page.getByRole("dialog", { name: "Edit task" });
  const rows = sheet.getByRole("status").filter({ hasText: "Loading the task" }).locator(".mb-6");
  await expect(rows).toHaveCount(5);
  form.resolve();
  await expect(sheet.getByLabel("Task title")).toHaveValue(taskTitle);
  await page.unroute("**/task/fetch-task/*");
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
}

/** What was written in a sheet that is closed is in no other. */
async function forgetsWhatIsDiscarded({ page }: Someone, editor: Someone, picture: string): Promise<void> {
  const opener = page.getByRole("button", { name: "Create Task" }).first();
  const sheet = page.getByRole("dialog", { name: "Create Task" });
  const texts = ["Task title", "Work description", "Deadline", "Title", "Description"].map((label) =>
    sheet.getByLabel(new RegExp(`^${label}`)),
  );
  await opener.click();
  for (const text of texts)
    await text.fill((await text.getAttribute("type")) === "date" ? "2031-05-17" : "x");
  await sheet.getByRole("combobox", { name: "Editor" }).fill(editor.name);
  await sheet.getByRole("option", { name: editor.name }).click();
  await sheet.getByRole("textbox", { name: /^Tags/ }).fill("herons");
  await sheet.getByRole("textbox", { name: /^Tags/ }).press("Enter");
  await sheet.getByRole("switch", { name: "For Kids" }).check();
  const [references, thumbnail] = [
    sheet.locator('input[type="file"]').first(),
    sheet.getByLabel(/^Thumbnail/),
  ];
  await references.setInputFiles(picture);
  await thumbnail.setInputFiles(picture);
  await expect(sheet.getByText("thumbnail.png")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(sheet).toBeHidden();

  await opener.click();
  for (const text of texts) await expect(text).toHaveValue("");
  await expect(sheet.getByRole("combobox", { name: "Editor" })).toHaveValue("");
  await expect(sheet.getByRole("switch", { name: "For Kids" })).not.toBeChecked();
  await expect(sheet.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
  await expect(sheet.getByText("thumbnail.png")).toHaveCount(0);
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await expect(sheet).toBeHidden();
}

/** The proxy answers with a page of its own, which is nothing for people to read. */
async function refusedOnTheWay(creator: Someone, editor: Someone): Promise<void> {
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

async function openForm(creator: Someone, taskTitle: string) {
  await card(creator, taskTitle).getByRole("button", { name: "Edit" }).click();
  const sheet = creator.page.getByRole("dialog", { name: "Edit task" });
  await expect(sheet.getByLabel("Task title")).toHaveValue(taskTitle);
  await expect(sheet.getByLabel("Task title")).toBeFocused();
  return sheet;
}

async function exchangeEditor(sheet: Locator, before: Someone, after: Someone): Promise<void> {
  await sheet.getByRole("button", { name: `Remove ${before.name}` }).click();
  await sheet.getByRole("combobox", { name: "Editor" }).fill(after.name);
  await sheet.getByRole("option", { name: after.name }).click();
}

async function isLockedWhileSaving(creator: Someone, taskTitle: string): Promise<void> {
  const { page } = creator;
  const sheet = await openForm(creator, taskTitle);
  const description = sheet.getByLabel("Work description");
  await description.fill("Only the herons.");
  // Never answered.
  await page.route("**/task/update-task/*", () => undefined);
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet.getByRole("button", { name: "Saving..." })).toBeVisible();
  await expect(description).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(sheet).toBeVisible();
  await sheet.getByRole("button", { name: "Stop" }).click();
  await expect(sheet.getByRole("button", { name: "Save" })).toBeVisible();
  await expect(description).toHaveValue("Only the herons.");
  await page.unroute("**/task/update-task/*");
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(sheet).toBeHidden();
}

async function namesTheChangedFile(creator: Someone, taskTitle: string, picture: string): Promise<void> {
  const sheet = await openForm(creator, taskTitle);
  const thumbnail = sheet.getByLabel(/^Thumbnail/);
  // Browsers compare the times of a file in seconds.
  await utimes(picture, 1_000_000, 1_000_000);
  await thumbnail.setInputFiles(picture);
  await utimes(picture, 2_000_000, 2_000_000);
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(creator.page.getByText("“herons.png” was changed or moved after you chose it.")).toBeVisible();
  await thumbnail.setInputFiles(picture);
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet).toBeHidden();
}

async function failsAndGoesOn(creator: Someone, taskTitle: string): Promise<void> {
  const { page } = creator;
  const refusal = { status: 404, json: { message: "We can't find that task.", code: "task_not_found" } };
  await page.route("**/task/fetch-task/*", (route) => route.fulfill(refusal));
  await card(creator, taskTitle).getByRole("button", { name: "Edit" }).click();
  const sheet = page.getByRole("dialog", { name: "Edit task" });
  await expect(sheet.getByText("Failed to load task data")).toBeVisible();
  await expect(page.getByText("Failed to load task data")).toHaveCount(2);
  await page.unroute("**/task/fetch-task/*");
  await sheet.getByRole("button", { name: "Try again" }).click();
  await sheet.getByLabel("Work description").fill("Only the herons.");

  await page.route("**/task/update-task/*", (route) => route.abort());
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Failed to save task")).toBeVisible();
  await expect(sheet.getByLabel("Work description")).toHaveValue("Only the herons.");
  await page.unroute("**/task/update-task/*");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(sheet.getByLabel("Work description")).toHaveValue("Only the herons.");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(sheet).toBeHidden();

  const untouched = await openForm(creator, taskTitle);
  await expect(untouched.getByLabel("Work description")).toHaveValue(brief.workDescription);
  await page.keyboard.press("Escape");
  await expect(untouched).toBeHidden();
}
