import { expect, type Page } from "@playwright/test";

import { messagesPath } from "#core/paths.ts";

import { findCounterpart, sendByCall } from "./support/conversations.ts";
import { thumbnailFile } from "./support/files.ts";
import { createTaskByCall, signUp } from "./support/people.ts";
import { test } from "./support/test.ts";

const log = (page: Page) => page.getByRole("log");
/** Scrolls the messages to a distance from their end, in pixels. */
const scrollFromEnd = (page: Page, distance: number) =>
  log(page).evaluate((element, pixels) => {
    element.scrollTop = element.scrollHeight - element.clientHeight - pixels;
  }, distance);

test(
  "search opens a message in a long history, which is loaded by scrolling, and images are shown",
  { tag: "@sweep" },
  async ({ browser, reelay }) => {
    const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    const anika = await signUp(browser, reelay.url, "anika", "Editor");
    await createTaskByCall(meera, { taskTitle: "Konkan line", assignedTo: anika.name });
    const [anikaId, meeraId] = [await findCounterpart(meera), await findCounterpart(anika)];
    const count = 104;
    for (let at = 1; at <= count; at += 1) {
      const text = at === 4 ? "The ferry sails at dawn" : `note ${at}`;
      await (at % 2 === 0 ? sendByCall(meera, anikaId, text) : sendByCall(anika, meeraId, text));
    }
    const { page } = meera;
    const toNewest = page.getByRole("button", { name: "Scroll to the newest message" });
    const note = (at: number) => log(page).getByText(`note ${at}`, { exact: true });
    await page.goto(messagesPath("YOUTUBER", anikaId));
    await expect(note(count)).toBeInViewport();
    const drawn = await log(page)
      .getByText(/^note \d+$/)
      .count();
    expect(drawn).toBeLessThan(40);

    await test.step("the button appears more than 20 px above the end", async () => {
      await expect(toNewest).toHaveCount(0);
      await scrollFromEnd(page, 40);
      await expect(toNewest).toBeVisible();
      await scrollFromEnd(page, 15);
      await expect(toNewest).toHaveCount(0);
    });

    await test.step("a found message is shown in the history", async () => {
      const search = page.getByRole("searchbox", { name: "Search messages" });
      await search.fill("ferry sails");
      const result = page.getByRole("list", { name: "Search results" }).getByRole("link");
      await result.click();
      const match = log(page).locator('[aria-current="true"]');
      await expect(match).toContainText("The ferry sails at dawn");
      await expect(match).toBeInViewport();
      await expect(note(6)).toBeVisible();
      await expect(note(count)).toHaveCount(0);
      await toNewest.click();
      await expect(note(count)).toBeInViewport();
      await result.click();
      await expect(match).toBeInViewport();
      // Newer ones are loaded when scrolling down, until the conversation is complete.
      await expect(async () => {
        await scrollFromEnd(page, 0);
        await expect(note(count)).toBeInViewport({ timeout: 1000 });
      }).toPass();
      await sendByCall(anika, meeraId, "And back at noon");
      await expect(log(page).getByText("And back at noon")).toBeInViewport();
      await search.fill("");
    });

    await test.step("images", async () => {
      await page.locator('input[type="file"]').setInputFiles(await thumbnailFile());
      await page.getByRole("button", { name: "Send" }).click();
      const picture = log(page).getByRole("img", { name: /Attachment 1/ });
      await expect(picture).toBeInViewport();
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      await anika.page.goto(messagesPath("EDITOR", meeraId));
      await expect(log(anika.page).getByRole("img", { name: /Attachment 1/ })).toBeInViewport();
    });
  },
);
