import { randomUUID } from "node:crypto";

import { expect, type Locator, type Page } from "@playwright/test";

import { compareQuery, previewPath } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";

import { openTasks, signUp, type TestUser, uploadVideo } from "./support/people.ts";
import { test } from "./support/test.ts";
import { openVersion } from "./support/watching.ts";

/** Windows, and the height that a picture of 16:9 has in them at least. */
const windows = [
  { name: "a tablet in landscape", width: 1024, height: 768, picture: 370 },
  { name: "a tablet in portrait", width: 820, height: 1180, picture: 440 },
  { name: "a phone in landscape", width: 844, height: 390, picture: 190 },
];

/** The picture is large, and the controls and the form for a comment are in view without scrolling. */
async function expectLayout(page: Page, less = 0): Promise<void> {
  for (const { name, width, height, picture } of windows) {
    await test.step(name, async () => {
      await page.setViewportSize({ width, height });
      const form = page.getByRole("form", { name: "New comment" });
      await expect(form).toBeVisible();
      await expect
        .poll(() => elementHeight(page.locator("video").first()))
        .toBeGreaterThanOrEqual(picture - less);
      const inView = [
        form.getByRole("textbox"),
        form.getByRole("button", { name: "Comment", exact: true }),
        page.getByRole("slider", { name: "Seek" }),
        page.getByRole("button", { name: "One frame forward", exact: true }),
        page.getByRole("button", { name: "Full screen" }),
      ];
      for (const control of inView) await expect(control).toBeInViewport({ ratio: 1 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  }
}

async function elementHeight(element: Locator): Promise<number> {
  return (await element.boundingBox())?.height ?? 0;
}

test.describe("the review on tablets and phones in landscape", () => {
  let meera: TestUser;
  let anika: TestUser;
  let taskId: number;
  test.beforeAll(async ({ browser, reelay }) => {
    meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    anika = await signUp(browser, reelay.url, "anika", "Editor");
    await openTasks(anika);
    await openVersion(meera, anika, { taskTitle: "Rain & wind", file: await clip("h264") });
    taskId = Number(new URL(meera.page.url()).pathname.split("/").at(-1));
  });

  test("has a large picture for the creator and the editor", { tag: "@sweep" }, async () => {
    await expectLayout(meera.page);
    await anika.page.goto(previewPath(taskId));
    await expectLayout(anika.page);
  });

  test("has a large picture for guests", { tag: "@sweep" }, async ({ browser, reelay }) => {
    const data = { mayComment: true };
    const created = await meera.page.request.post(`/api/v1/task/guest-links/${taskId}`, { data });
    const link: { data: { path: string } } = JSON.parse(await created.text());
    const guest = await (await browser.newContext()).newPage();
    await guest.goto(reelay.url + link.data.path);
    await guest.getByLabel("Your name").fill("Anna");
    await guest.getByRole("button", { name: "Open the review" }).click();
    await expectLayout(guest);
  });

  test(
    "has a large picture where two versions are compared, and comments in view",
    { tag: "@sweep" },
    async () => {
      const { page } = meera;
      for (const text of ["Longer.", "Slower.", "Brighter.", "Louder."]) {
        const data = { id: randomUUID(), version: 1, inFrame: 0, outFrame: 9, text };
        const added = await page.request.post(`/api/v1/task/comments/${taskId}`, { data });
        expect(added.ok(), await added.text()).toBe(true);
      }
      await page.setViewportSize({ width: 1024, height: 768 });
      await page.goto(previewPath(taskId));
      const name = page.getByRole("article").first().getByText(meera.name, { exact: true });
      const cut = () => name.evaluate((shown) => shown.scrollWidth - shown.clientWidth);
      await expect.poll(cut, "a cut name").toBe(0);
      const rejected = await page.request.post(`/api/v1/task/reject/${taskId}`, {
        data: { version: 1, feedback: "Slower, please." },
      });
      expect(rejected.ok()).toBe(true);
      await openTasks(anika);
      await uploadVideo(anika, "Rain & wind", await clip("captions-25"));
      await page.goto(`${previewPath(taskId)}${compareQuery(2, 1)}`);
      await page.getByRole("button", { name: "Wipe" }).click();
      // The controls of the comparison take another row.
      await expectLayout(page, 35);

      await page.setViewportSize({ width: 1024, height: 640 });
      await page.goto(previewPath(taskId, 2));
      const form = page.getByRole("form", { name: "New comment" });
      await form.getByRole("button", { name: "Pen" }).click();
      await expect(form.getByRole("button", { name: "Comment", exact: true })).toBeInViewport({ ratio: 1 });
      const list = page.getByRole("region", { name: "Comments", exact: true });
      await expect.poll(() => elementHeight(list), "beside drawing tools and requests").toBeGreaterThan(90);
    },
  );
});
