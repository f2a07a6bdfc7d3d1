import { expect, type Page, type Request } from "@playwright/test";

import { guestSocketPath } from "#modules/feedback/rules/guests.ts";
import { clip } from "#testing/clips.ts";

import { drawBox } from "./support/drawing.ts";
import { openTasks, signUp } from "./support/people.ts";
import { test } from "./support/test.ts";
import { openVersion } from "./support/watching.ts";

test("a guest reviews by a link with a password until it is revoked", async ({ browser, reelay }) => {
  const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
  const anika = await signUp(browser, reelay.url, "anika", "Editor");
  await openTasks(anika);
  const { page, context } = meera;
  await openVersion(meera, anika, { taskTitle: "Rain & wind", file: await clip("h264") });
  const taskId = new URL(page.url()).pathname.split("/").at(-1);
  await page.getByRole("button", { name: "Share for review" }).click();
  const dialog = page.getByRole("dialog", { name: "Share for review" });
  await dialog.getByLabel("Password").fill("low");
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByRole("alert").filter({ hasText: "for the password" })).toBeVisible();
  await expect(dialog.getByLabel("Password")).toHaveValue("low");
  await dialog.getByLabel("Password").fill("low tide");
  await expect(dialog.getByText("for the password")).toBeHidden();
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByRole("button", { name: "Copy link" })).toBeVisible();
  const listed = await context.request.get(`${reelay.url}/api/v1/task/guest-links/${taskId}`);
  const { data }: { data: { path: string }[] } = JSON.parse(await listed.text());

  const visitor = await browser.newContext();
  const guest = await visitor.newPage();
  await guest.goto(reelay.url + String(data[0]?.path));
  await guest.getByLabel("Your name").fill("Anna");
  await guest.getByLabel("Password of the link").fill("high tide");
  await guest.getByRole("button", { name: "Open the review" }).click();
  await expect(guest.getByRole("alert")).toHaveText("Wrong password. Try again.");
  await guest.getByLabel("Password of the link").fill("low tide");
  await expect(guest.getByRole("alert")).toBeHidden();
  await guest.getByRole("button", { name: "Open the review" }).click();
  await expect(guest.getByRole("heading", { name: "Rain & wind" })).toBeVisible();
  await expect(guest.locator(".guest-watermark")).toHaveText("Anna");
  const playButton = guest.getByRole("region", { name: /^Player/ }).locator("[data-play-mark]");
  await expect(playButton).toHaveCSS("opacity", "1");
  await drawBox(guest);
  await expect(playButton, "in the way of the drawing").toHaveCSS("opacity", "0");
  await guest.getByPlaceholder("What should change on this frame?").fill("Louder, please.");
  await guest.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(guest.getByRole("article")).toContainText("Louder, please.");
  await expect(guest.getByRole("img", { name: "Drawing by Guest: Anna" }).locator("path")).toHaveCount(1);

  const drawn = (on: Page) => on.getByRole("img", { name: /^(?:Your d|D)rawing/ }).locator("path");
  const guestComment = guest.getByRole("article");
  await guestComment.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(drawn(guest)).toHaveCount(1);
  await drawBox(guest, guestComment);
  await expect(drawn(guest)).toHaveCount(2);
  await guestComment.getByRole("button", { name: "Cancel" }).click();
  await expect(drawn(guest)).toHaveCount(1);
  await guestComment.getByRole("button", { name: "Edit", exact: true }).click();
  await drawBox(guest, guestComment);
  await guestComment.getByRole("textbox", { name: "Edit comment" }).fill("Louder, please, and here.");
  await guestComment.getByRole("button", { name: "Save" }).click();
  await expect(guestComment).toContainText("Louder, please, and here.");
  await expect(guest.getByRole("img", { name: "Drawing by Guest: Anna" }).locator("path")).toHaveCount(2);
  await guestComment.getByRole("button", { name: "Reply" }).click();
  await guest.getByRole("textbox", { name: "Reply to Guest: Anna" }).fill("At the end too.");
  await guestComment.getByRole("button", { name: "Reply" }).click();
  await expect(guestComment).toContainText("At the end too.");

  await page.keyboard.press("Escape");
  await expect(page.getByRole("article", { name: /^Guest: Anna at / })).toContainText(
    "Louder, please, and here.",
  );
  await page.getByRole("button", { name: "Go to 00:00:00:00" }).click();
  await expect(page.getByRole("img", { name: "Drawing by Guest: Anna" }).locator("path")).toHaveCount(2);
  await page.getByRole("button", { name: "Share for review" }).click();
  await dialog.getByRole("button", { name: "Access log" }).click();
  await expect(dialog.getByRole("list", { name: "Access log" })).toContainText("Wrong password");
  await dialog.getByRole("button", { name: "Change", exact: true }).click();
  const change = dialog.getByRole("form", { name: "Change the link" });
  await change.getByLabel("Guests can comment").uncheck();
  await change.getByLabel("Guests can download the video").check();
  await change.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("View only, download, watch together, password")).toBeVisible();
  await guest.setViewportSize({ width: 390, height: 844 });
  await guest.reload();
  await expect(guest.getByRole("button", { name: "Download" })).toBeVisible();
  const title = await guest.getByRole("heading", { level: 1 }).locator("[dir=auto]").boundingBox();
  expect(title?.width).toBeGreaterThan(60);
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expectEnded(guest, "This link was revoked", "Ask the creator for a new link");
  await expect(guest.locator("video")).toHaveCount(0);

  const params = `${reelay.url}/api/v1/task/guest-links/${taskId}`;
  const addLink = async (expiresAt: Date | null) => {
    const created = await context.request.post(params, { data: { mayComment: true, expiresAt } });
    const link: { data: { path: string } } = JSON.parse(await created.text());
    return reelay.url + link.data.path;
  };
  const expiring = await addLink(new Date(Date.now() + 2000));
  const lasting = await addLink(null);
  await expect(async () => {
    await guest.goto("about:blank");
    await guest.goto(expiring);
    await expectEnded(guest, "This link has expired", "Ask the creator for a new link", { timeout: 5000 });
  }).toPass();
  await guest.goto("about:blank");
  await guest.goto(lasting);
  await guest.getByLabel("Your name").fill("Anna");
  const rejected = await context.request.post(`${reelay.url}/api/v1/task/reject/${taskId}`, {
    data: { version: 1, feedback: "Louder, please." },
  });
  expect(rejected.ok()).toBe(true);
  await guest.getByRole("button", { name: "Open the review" }).click();
  await expectEnded(guest, "This review has ended", "Ask the creator for a new link");
  await guest.goto("about:blank");
  await guest.goto(lasting.slice(0, -4));
  await expectEnded(guest, "This link isn't valid", "ask the creator for a new link");
});

test("comments and the end of the link arrive at once, without a request", async ({ browser, reelay }) => {
  const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
  const anika = await signUp(browser, reelay.url, "anika", "Editor");
  await openTasks(anika);
  await openVersion(meera, anika, { taskTitle: "Salt pans", file: await clip("h264") });
  const { page, context } = meera;
  const taskId = new URL(page.url()).pathname.split("/").at(-1);
  const links = `${reelay.url}/api/v1/task/guest-links/${taskId}`;
  const created = await context.request.post(links, { data: { mayComment: true } });
  const { data: link }: { data: { id: string; path: string } } = JSON.parse(await created.text());
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(reelay.url + link.path);
  await guest.getByLabel("Your name").fill("Anna");
  const connection = guest.waitForEvent("websocket");
  // What may have been missed before the connection.
  const changes = guest.waitForResponse(/comments\/changes/);
  await guest.getByRole("button", { name: "Open the review" }).click();
  expect((await connection).url()).toContain(guestSocketPath(link.id));
  await changes;

  const requests: string[] = [];
  const note = (request: Request) => {
    if (request.url().includes("/api/")) requests.push(`${request.method()} ${request.url()}`);
  };
  guest.on("request", note);
  const comments = (on: Page) => on.getByRole("region", { name: "Comments" }).getByRole("article");
  const write = async (on: Page, text: string) => {
    await on.getByPlaceholder("What should change on this frame?").fill(text);
    await on.getByRole("button", { name: "Comment", exact: true }).click();
  };
  await write(page, "Darker, please.");
  await expect(comments(guest)).toContainText("Darker, please.");
  await comments(page).getByRole("button", { name: "Resolve" }).click();
  await expect(comments(guest).getByText("resolved", { exact: true })).toBeVisible();
  expect(requests).toEqual([]);

  await write(guest, "And warmer.");
  await expect(comments(page).filter({ hasText: "And warmer." })).toHaveCount(1);
  await expect(comments(guest).filter({ hasText: "And warmer." })).toHaveCount(1);
  expect(requests).toEqual([`POST ${reelay.url}/api/v1/guest-review/${link.id}/comments`]);
  const remaining = comments(guest).filter({ hasText: "And warmer." });
  await expect(remaining.getByRole("button", { name: "Edit", exact: true })).toBeVisible();

  guest.off("request", note);
  await context.request.delete(`${links}/${link.id}`);
  await expectEnded(guest, "This link was revoked", "Ask the creator for a new link");
});

/** The page states in heading and title why a link can't be used, and what to do. */
async function expectEnded(guest: Page, heading: string, text: string, options = {}): Promise<void> {
  await expect(guest.getByRole("heading", { name: heading, level: 1 })).toBeVisible(options);
  await expect(guest).toHaveTitle(`${heading} · Reelay`);
  await expect(guest.getByRole("alert").filter({ hasText: text })).toBeVisible();
}
