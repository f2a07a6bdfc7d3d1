import { setTimeout as wait } from "node:timers/promises";

import { expect, type Page } from "@playwright/test";

import { large, padded } from "#testing/clips.ts";

import { sha256 } from "./support/files.ts";
import { type Laptop, openLaptop } from "./support/laptop.ts";
import { type Line, openLine } from "./support/network.ts";
import { chooseVideo, createTaskByCall, openTasks, signUp, type TestUser } from "./support/people.ts";
import { percentIn } from "./support/progress.ts";
import { installReelay, type Reelay } from "./support/reelay.ts";
import { test } from "./support/test.ts";
import { openVersion, secondsIn } from "./support/watching.ts";

const megabyte = 1024 * 1024;
/** Less than the timeouts of stalled uploads and realtime connections that apply without detecting the sleep. */
const afterWaking = { timeout: 40_000 };

test.describe("when a laptop has slept", () => {
  let reelay: Reelay;
  let line: Line;
  let laptop: Laptop;
  let meera: TestUser;
  let anika: TestUser;
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

  test("the upload resumes automatically, and missed changes are shown", { tag: "@sweep" }, async () => {
    const { page } = anika;
    const file = await padded(40 * megabyte);
    await createTaskByCall(meera, { taskTitle: "Night train", assignedTo: anika.name });
    line.slow(4 * megabyte);
    const dialog = await chooseVideo(anika, "Night train", file);
    const beginnings = beginningsIn(page);
    const said = page.waitForResponse((answer) => answer.url().endsWith("/digest"));
    await dialog.getByRole("button", { name: "Upload", exact: true }).click();
    await expect.poll(() => percentIn(dialog)).toBeGreaterThan(10);
    const before = await percentIn(dialog);

    laptop.sleep();
    line.strand();
    line.slow(megabyte);
    await createTaskByCall(meera, { taskTitle: "Asked for at night", assignedTo: anika.name });
    await wait(8000);
    laptop.wake();

    await expect.poll(() => beginnings.length, afterWaking).toBeGreaterThan(1);
    await expect(page.getByText("Asked for at night", { exact: true })).toBeAttached(afterWaking);
    line.mend();
    await expect(page.getByText("Video uploaded successfully!")).toBeVisible();
    expect((await said).request().postDataJSON()).toEqual({ sha256: await sha256(file) });
    expect((await said).status()).toBe(204);
    const [first, ...later] = beginnings;
    expect(first).toBe(0);
    expect(Math.min(...later)).toBeGreaterThanOrEqual((before / 100) * 40 * megabyte);
  });

  test("a video continues at its position", { tag: "@sweep" }, async () => {
    const ravi = await signUp(laptop.browser, line.url, "ravi", "Youtuber");
    const { page } = ravi;
    await openVersion(ravi, anika, { taskTitle: "Salt road", file: await large(100 * megabyte) });
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => secondsIn(page)).toBeGreaterThan(1);

    laptop.sleep();
    line.strand();
    await wait(8000);
    laptop.wake();

    const brought = await page.locator("video").evaluate((video: HTMLVideoElement) => video.buffered.end(0));
    await expect.poll(() => secondsIn(page)).toBeGreaterThan(brought + 5);
  });
});

/** The start offset of each request of an upload. */
function beginningsIn(page: Page): number[] {
  const beginnings: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") beginnings.push(Number(request.headers()["upload-offset"]));
  });
  return beginnings;
}
