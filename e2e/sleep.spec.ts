import { setTimeout as wait } from "node:timers/promises";

import { expect, type Page, test } from "@playwright/test";

import { large } from "#testing/clips.ts";

import { sha256 } from "./support/files.ts";
import { type Laptop, openLaptop } from "./support/laptop.ts";
import { type Line, openLine } from "./support/line.ts";
import { chooseVideo, createTaskByCall, openTasks, signUp, type Someone } from "./support/people.ts";
import { percentIn } from "./support/progress.ts";
import { installReelay, type Reelay } from "./support/reelay.ts";

const megabyte = 1024 * 1024;
/** Before an upload that stands still, or a live connection that died, would be noticed without knowing of the sleep. */
const afterWaking = { timeout: 25_000 };

/** The editor closes the laptop in the middle of an upload; its connections die without a word. */
test.describe("when the editor's laptop has slept", () => {
  let reelay: Reelay;
  let line: Line;
  let laptop: Laptop;
  let meera: Someone;
  let anika: Someone;
  test.beforeAll(async ({ browser }, { project }) => {
    line = await openLine();
    reelay = await installReelay({ APP_URL: line.url });
    line.leadTo(reelay.url);
    laptop = await openLaptop(project.use.launchOptions);
    meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    anika = await signUp(laptop.browser, line.url, "anika", "Editor");
    await openTasks(anika);
  });
  test.afterAll(async () => {
    await laptop?.close();
    line?.close();
    await reelay?.remove();
  });

  test("the upload goes on by itself, and what happened meanwhile is on the screen", async () => {
    const { page } = anika;
    const file = await large(40 * megabyte);
    await createTaskByCall(meera, { taskTitle: "Night train", assignedTo: "anika" });
    line.slow(4 * megabyte);
    const dialog = await chooseVideo(anika, "Night train", file);
    const beginnings = beginningsIn(page);
    await dialog.getByRole("button", { name: "Upload", exact: true }).click();
    await expect.poll(() => percentIn(dialog)).toBeGreaterThan(10);
    const before = await percentIn(dialog);

    laptop.sleep();
    line.strand();
    await createTaskByCall(meera, { taskTitle: "Asked for at night", assignedTo: "anika" });
    await wait(8000);
    laptop.wake();

    await expect.poll(() => beginnings, afterWaking).toHaveLength(2);
    await expect(page.getByText("Asked for at night", { exact: true })).toBeAttached(afterWaking);
    expect(beginnings[0]).toBe(0);
    expect(beginnings[1]).toBeGreaterThanOrEqual((before / 100) * 40 * megabyte);
    const said = page.waitForResponse((answer) => answer.url().endsWith("/digest"));
    line.mend();
    await expect(page.getByText("Video uploaded successfully!")).toBeVisible();
    expect((await said).request().postDataJSON()).toEqual({ sha256: await sha256(file) });
    expect((await said).status()).toBe(204);
  });
});

/** From which byte each request of an upload sends. */
function beginningsIn(page: Page): number[] {
  const beginnings: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") beginnings.push(Number(request.headers()["upload-offset"]));
  });
  return beginnings;
}
