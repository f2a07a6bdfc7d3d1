import { expect } from "@playwright/test";
import { z } from "zod";

import { taskUpdatePath, videoResultsPath } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";

import { createTaskByCall, giveConsent, signUp, startPublishing } from "./support/people.ts";
import { approveNextVersion } from "./support/publishing.ts";
import { test } from "./support/test.ts";

const destinations = z.object({ data: z.array(z.object({ id: z.string() })) });

test("the results of a published video ask for access, and say what is missing to creator and editor", async ({
  browser,
  reelay,
}) => {
  const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
  const editor = await signUp(browser, reelay.url, "anika", "Editor");
  const taskId = await createTaskByCall(creator, { taskTitle: "Salt road", assignedTo: editor.name });
  await approveNextVersion({ creator, editor }, { taskId, version: 1, file: await clip("h264") });
  const { page } = creator;
  await page.goto(taskUpdatePath(taskId));
  await page.getByLabel(/^Title/).fill("Night ferry");
  await page.getByLabel(/^Description/).fill("Back to the coast.");
  await startPublishing(creator, "asks");
  await expect(page.getByText(/^Your video is published on/)).toBeVisible();
  const ofCreator = videoResultsPath("YOUTUBER", taskId);
  const notice = (name: RegExp) => page.getByRole("note", { name });
  const editorReads = async (name: string) => {
    await editor.page.goto(videoResultsPath("EDITOR", taskId));
    await expect(editor.page.getByRole("note", { name })).toBeVisible();
    await expect(editor.page.getByRole("button", { name: /access/ })).toHaveCount(0);
  };

  await test.step("access is asked for here, not while the channel was connected", async () => {
    await page.goto(ofCreator);
    await expect(notice(/can't read analytics/)).toBeVisible();
    await editorReads("No access to analytics yet");
  });

  await test.step("a refusal changes nothing, and leads back to the video", async () => {
    await notice(/can't read analytics/)
      .getByRole("button", { name: "Allow access to analytics" })
      .click();
    await page.locator("button.choice").first().click();
    await page.locator("button.choice").first().click();
    await page.getByRole("button", { name: "Deny" }).click();
    await expect(page.getByRole("heading", { name: "No access to analytics" })).toBeVisible();
    await page.getByRole("link", { name: "Go to Analytics" }).click();
    await expect(page).toHaveURL(ofCreator);
    await expect(notice(/can't read analytics/)).toBeVisible();
    await editorReads("No access to analytics yet");
  });

  await test.step("another account is named, and the next attempt returns to the video", async () => {
    await page.getByRole("button", { name: "Allow access to analytics" }).click();
    await page.locator("button.choice").first().click();
    await page.locator("button.choice").nth(1).click();
    await page.getByRole("button", { name: "Allow" }).click();
    await expect(page.getByRole("heading", { name: "No access to analytics" })).toBeVisible();
    await expect(page.getByText(/^You chose the channel .+ Try again and choose/)).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await giveConsent(creator);
    await expect(page).toHaveURL(ofCreator);
  });

  await test.step("analytics of a new video are late, which is said", async () => {
    await expect(notice(/^Waiting for the first analytics$/)).toBeVisible();
    await editorReads("Waiting for the first analytics");
  });

  await test.step("they are deleted with the connection", async () => {
    const calls = creator.context.request;
    const { data } = destinations.parse(await (await calls.get("/api/v1/destinations")).json());
    expect((await calls.delete(`/api/v1/destinations/${data[0]?.id}`)).status()).toBe(200);
    await page.goto(ofCreator);
    await expect(notice(/is not connected$/)).toBeVisible();
    await editorReads("The channel is not connected");
  });
});
