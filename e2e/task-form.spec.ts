import { expect, type Locator, type Page } from "@playwright/test";

import { clip } from "#testing/clips.ts";

import { thumbnailFile } from "./support/files.ts";
import { card, createTask, createTaskByCall, openTasks, signUp, type Someone } from "./support/people.ts";
import { test } from "./support/test.ts";

/** What the task form keeps, and what cards and briefs show of it. */
test.describe("the task form", () => {
  let creator: Someone;
  let editor: Someone;
  test.beforeAll(async ({ browser, reelay }) => {
    creator = await signUp(browser, reelay.url, "tara", "Youtuber");
    editor = await signUp(browser, reelay.url, "ilan", "Editor");
  });

  test("is offered once on an empty phone screen", async () => {
    const { page } = creator;
    await page.setViewportSize({ width: 390, height: 844 });
    await openTasks(creator);
    await expect(page.getByText("No tasks currently assigned yet.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Create Task" })).toHaveCount(1);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("asks before Cancel discards changes, and keeps them over a reload", async () => {
    const { page } = creator;
    await page.goto("/y/tasks");
    await page.getByRole("button", { name: "Create Task" }).first().click();
    const sheet = page.getByRole("dialog", { name: "Create Task" });
    const title = sheet.getByLabel("Task title");
    await title.fill("Salt road");
    await sheet.getByRole("textbox", { name: /^Tags/ }).fill("salt");
    await sheet.getByRole("textbox", { name: /^Tags/ }).press("Enter");
    await sheet.getByRole("button", { name: "Cancel" }).click();
    const question = page.getByRole("alertdialog", { name: "Discard changes?" });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(title).toHaveValue("Salt road");

    await page.reload();
    await expect(title).toHaveValue("Salt road");
    await expect(sheet.getByText("Your unsaved changes were restored.")).toBeVisible();
    await expect(sheet.getByRole("button", { name: "Remove salt" })).toBeVisible();
    await sheet.getByRole("button", { name: "Cancel" }).click();
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(sheet).toBeHidden();
    await page.getByRole("button", { name: "Create Task" }).first().click();
    await expect(title).toHaveValue("");
    await sheet.getByRole("button", { name: "Cancel" }).click();
    await expect(sheet).toBeHidden();
  });

  test("restores the changes of each task, until they are saved", async () => {
    const { page } = creator;
    for (const taskTitle of ["Ferry", "Harbour"])
      await createTaskByCall(creator, { taskTitle, assignedTo: editor.name });
    await openTasks(creator);
    const sheet = page.getByRole("dialog", { name: "Edit task" });
    const description = sheet.getByLabel("Work description");
    await edit(creator, "Ferry");
    await description.fill("Only the gulls.");
    await page.reload();
    await expect(description).toHaveValue("Only the gulls.");
    // Leaving the screen in another way keeps them as well.
    await page.goto("/y/notifications");
    await page.evaluate(() => localStorage.removeItem("selected-task-storage"));
    await page.goto("/y/tasks");
    await edit(creator, "Harbour");
    await expect(description).toHaveValue("Cut Harbour.");
    await sheet.getByRole("button", { name: "Cancel" }).click();
    await edit(creator, "Ferry");
    await expect(description).toHaveValue("Only the gulls.");
    await sheet.getByRole("button", { name: "Save" }).click();
    await expect(sheet).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem("task-drafts"))).toBeNull();
  });

  test("puts the planned details into the editor's brief, and the thumbnail on the card", async () => {
    await creator.page.goto("/y/tasks");
    await createTask(creator, editor.name, {
      taskTitle: "Night market",
      workDescription: "Neon first.",
      title: "A night market in nine minutes",
      description: "Recorded in one walk.",
      tags: ["market", "night"],
      madeForKids: false,
      thumbnail: await thumbnailFile(),
      references: [await clip("h264")],
    });
    const { page } = editor;
    await openTasks(editor);
    await expect(card(editor, "Night market").locator("img").first()).toHaveJSProperty("naturalWidth", 1280);
    await card(editor, "Night market").getByRole("button", { name: "Brief" }).click();
    const brief = page.getByRole("dialog", { name: "Night market" });
    for (const text of ["A night market in nine minutes", "Recorded in one walk.", "market", "night"])
      await expect(brief.getByText(text, { exact: true })).toBeVisible();
    await expect(brief.getByRole("img", { name: "The planned thumbnail" })).toBeVisible();
    await page.keyboard.press("Escape");

    await card(editor, "Night market").getByRole("button", { name: "1 reference file" }).click();
    await playsInPlayer(page);
  });

  test("names the stages on hover, focus and once in a legend", async () => {
    const { page } = editor;
    await createTaskByCall(creator, { taskTitle: "Pier", assignedTo: editor.name });
    await page.goto("/c/tasks");
    const legend = page.getByRole("region", { name: "The stages of a task" });
    await expect(legend.getByText("The creator approves it or requests changes.")).toBeVisible();
    expect(await page.evaluate(movesOfCard("Pier")), "A card that moves is missed by clicks.").toBe(0);
    await legend.getByRole("button", { name: "Got it" }).click();
    await page.reload();
    const track = card(editor, "Pier").getByRole("button", { name: "Step 1 of 5: assigned" });
    await expect(track).toBeVisible();
    await expect(legend).toBeHidden();
    await showsStages(card(editor, "Pier"), () => track.hover());
    await page.mouse.move(0, 0);
    await showsStages(card(editor, "Pier"), () => track.focus());
    await page.keyboard.press("Escape");
    await expect(card(editor, "Pier").getByRole("tooltip")).toBeHidden();
  });
});

/** How often parts of a card moved by more than a line of text since the page was opened. */
const movesOfCard = (title: string) => `new Promise((resolve) => {
  const isFar = ({ previousRect, currentRect }) => Math.abs(currentRect.y - previousRect.y) > 50;
  const cardOf = (node) => (node.closest ? node : node.parentElement).closest("article");
  const inCard = ({ node }) => node && cardOf(node)?.textContent.includes("${title}");
  const moved = (list) => list.getEntries().flatMap(({ sources }) => sources);
  const count = (list) => moved(list).filter((one) => isFar(one) && inCard(one)).length;
  new PerformanceObserver((list) => resolve(count(list))).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(0), 200);
})`;

async function edit(creator: Someone, taskTitle: string): Promise<void> {
  await card(creator, taskTitle).getByRole("button", { name: "Edit" }).click();
  await expect(creator.page.getByLabel("Task title")).toHaveValue(taskTitle);
}

async function playsInPlayer(page: Page): Promise<void> {
  const player = page
    .getByRole("dialog", { name: "Reference files" })
    .getByRole("region", { name: /^Player/ });
  await player.getByRole("button", { name: "Play" }).click();
  await expect(player.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(player.getByRole("slider", { name: "Seek" })).toBeEnabled();
  await page.keyboard.press("Escape");
}

async function showsStages(place: Locator, act: () => Promise<void>): Promise<void> {
  const names = place.getByRole("tooltip");
  await expect(names).toBeHidden();
  await act();
  await expect(names.getByText("in review")).toBeVisible();
  await expect(names.getByText("published")).toBeVisible();
}
