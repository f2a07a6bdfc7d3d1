import { expect, type Page } from "@playwright/test";

import { clip } from "#testing/clips.ts";

import { violationsOn } from "./support/axe.ts";
import { drawBox } from "./support/drawing.ts";
import { openTasks, signUp } from "./support/people.ts";
import { test } from "./support/test.ts";
import { expectDrawnFrame, openVersion } from "./support/watching.ts";

const input = (page: Page) => page.getByRole("textbox", { name: "Comment on this frame" });
const comments = (page: Page) => page.getByRole("region", { name: "Comments" }).getByRole("article");
const commentWith = (page: Page, text: string) => comments(page).filter({ hasText: text });
const send = (page: Page) => page.getByRole("button", { name: "Comment", exact: true }).click();

async function expectAccessible(page: Page, colorScheme: "dark" | "light"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  expect(await violationsOn(page)).toEqual([]);
}

test("a creator and an editor comment on exact frames", async ({ browser, reelay }) => {
  const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
  const anika = await signUp(browser, reelay.url, "anika", "Editor");
  await openTasks(anika);
  await openVersion(meera, anika, { taskTitle: "Monsoon", file: await clip("h264-29.97") });
  await anika.page.goto(new URL(meera.page.url()).pathname);
  await expect(input(anika.page)).toBeVisible();

  await test.step("a comment with a drawing on an exact frame appears on the other screen", async () => {
    const { page } = meera;
    await expect(input(page)).toBeVisible();
    await expectDrawnFrame(page, 0);
    for (let frame = 1; frame <= 12; frame += 1) await page.keyboard.press("ArrowRight");
    await expectDrawnFrame(page, 12);
    await drawBox(page);
    await input(page).fill(`Hide the mast, @${anika.name}`);
    await send(page);
    const received = commentWith(anika.page, "Hide the mast");
    await expect(received).toHaveCount(1);
    await expect(anika.page.getByText(/^New comment by meera\w+ at 00:00:00;12$/)).toBeAttached();
    await received.getByRole("button", { name: "Go to 00:00:00;12" }).click();
    await expectDrawnFrame(anika.page, 12);
    const drawing = anika.page.getByRole("img", { name: /^Drawing by meera/ });
    await expect(drawing.locator("path")).toHaveAttribute("d", /^M4\d\d(?:\.\d)? 250H13\d\d(?:\.\d)?V750/);
    await anika.page.keyboard.press("ArrowRight");
    await expect(drawing).toHaveCount(0);
  });

  await test.step("the editor replies and the creator resolves, live in both directions", async () => {
    await anika.page.keyboard.press("p");
    const thread = commentWith(anika.page, "Hide the mast");
    await thread.getByRole("button", { name: "Reply" }).click();
    await anika.page.getByRole("textbox", { name: /^Reply to meera/ }).fill("Painted out.");
    await anika.page.keyboard.press("Control+Enter");
    await expect(commentWith(meera.page, "Painted out.")).toHaveCount(1);
    await commentWith(meera.page, "Painted out.").getByRole("button", { name: "Resolve" }).click();
    await expect(comments(meera.page)).toHaveCount(0);
    await expect(comments(anika.page)).toHaveCount(0);
    await anika.page.getByRole("button", { name: /^Resolved\s*1$/ }).click();
    await expect(thread.getByText(/^Resolved by meera/)).toBeVisible();
    await thread.getByRole("button", { name: "Reopen" }).click();
    await anika.page.getByRole("button", { name: /^Open\s*1$/ }).click();
    await expect(commentWith(meera.page, "Hide the mast")).toHaveCount(1);
  });

  await test.step("a search is cleared by its own button only, and ends with the field", async () => {
    const { page } = anika;
    const toggle = page.getByRole("button", { name: "Search comments" });
    await toggle.click();
    const search = page.getByRole("searchbox", { name: "Search comments" });
    await search.fill("no such words");
    await expect(comments(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Clear the search" }).click();
    await expect(search).toBeFocused();
    await expect(comments(page)).toHaveCount(1);
    await search.fill("no such words");
    await expect(comments(page)).toHaveCount(0);
    await toggle.click();
    await expect(comments(page)).toHaveCount(1);
  });

  await test.step("the mentioned editor is notified", async () => {
    const list = async () => (await anika.context.request.get("/api/v1/notifications")).text();
    await expect.poll(list).toContain("mention");
  });

  await test.step("text, frame and drawing survive a reload", async () => {
    const { page } = meera;
    await page.keyboard.press("End");
    await expectDrawnFrame(page, 59);
    await drawBox(page);
    await input(page).fill("Last frame");
    await page.reload();
    await expect(input(page)).toHaveValue("Last frame");
    const fixed = page.getByRole("button", { name: "Comment at 00:00:01;29, go to this frame" });
    await fixed.click();
    await expectDrawnFrame(page, 59);
    await expect(page.getByRole("img", { name: "Your drawing" })).toBeVisible();
  });

  await test.step("a comment that is sent without a connection arrives once", async () => {
    await meera.context.setOffline(true);
    await send(meera.page);
    const waiting = commentWith(meera.page, "Last frame");
    await expect(
      waiting.getByText("Not sent. It is sent automatically when you are back online."),
    ).toBeVisible();
    await meera.context.setOffline(false);
    await expect(commentWith(anika.page, "Last frame")).toHaveCount(1);
    await expect(waiting.getByText("Not sent")).toHaveCount(0);
    await expect(waiting).toHaveCount(1);
  });

  await test.step("a link opens the comment and its frame", async () => {
    const id = await commentWith(anika.page, "Hide the mast").getAttribute("data-comment");
    const { pathname } = new URL(anika.page.url());
    await anika.page.goto(`${pathname}?version=1&comment=${id}`);
    await expect(commentWith(anika.page, "Hide the mast")).toHaveAttribute("aria-current", "true");
    await expectDrawnFrame(anika.page, 12);
    await expect(anika.page.getByRole("img", { name: /^Drawing by meera/ })).toBeVisible();
  });

  await test.step("the author changes the drawing, cancels another change, and removes it", async () => {
    const { page } = meera;
    const ownComment = commentWith(page, "Hide the mast");
    const edit = async () => {
      await ownComment.hover();
      await ownComment.getByRole("button", { name: "More actions" }).first().click();
      await page.getByRole("menuitem", { name: "Edit" }).click();
      await expectDrawnFrame(page, 12);
    };
    const drawn = (on: Page) => on.getByRole("img", { name: /^(?:Your d|D)rawing/ }).locator("path");
    await edit();
    await expect(drawn(page)).toHaveCount(1);
    await drawBox(page, ownComment);
    await drawBox(page, ownComment);
    await ownComment.getByRole("button", { name: "Undo" }).click();
    await ownComment.getByRole("button", { name: "Save" }).click();
    await expect(drawn(anika.page)).toHaveCount(2);
    await edit();
    await ownComment.getByRole("button", { name: "Clear the drawing" }).click();
    await expect(drawn(page)).toHaveCount(0);
    await ownComment.getByRole("button", { name: "Cancel" }).click();
    await expect(drawn(page)).toHaveCount(2);
    await edit();
    await ownComment.getByRole("button", { name: "Clear the drawing" }).click();
    await ownComment.getByRole("button", { name: "Save" }).click();
    await expect(commentWith(anika.page, "Hide the mast")).not.toContainText("with a drawing");
    await expect(drawn(anika.page)).toHaveCount(0);
  });

  await test.step("the form of a new comment is above the fold of a tablet", async () => {
    const { page } = anika;
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.evaluate("scrollTo(0, 0)");
    await expect(page.getByRole("button", { name: "Comment", exact: true })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step("the screen has no accessibility violations", async () => {
    await drawBox(meera.page);
    for (const scheme of ["dark", "light"] as const) {
      await expectAccessible(anika.page, scheme);
      await expectAccessible(meera.page, scheme);
    }
  });
});
