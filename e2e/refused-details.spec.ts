import { expect, type Locator } from "@playwright/test";

import { changeProblemMessage } from "#modules/publishing/rules/change-problems.ts";
import { problemMessage } from "#modules/publishing/rules/problems.ts";
import { clip } from "#testing/clips.ts";

import { expectFailure, youtube } from "./support/failures.ts";
import { thumbnailFile } from "./support/files.ts";
import { mailsTo } from "./support/mailbox.ts";
import { giveConsent, signUp } from "./support/people.ts";
import { orderFailures, platformState } from "./support/platform.ts";
import { approvedTask } from "./support/publishing.ts";
import { test } from "./support/test.ts";

const primaryOf = (within: Locator) => within.locator("a.bg-ink, button.bg-ink");

test("refused details lead to their form, and the corrected ones are published", async ({
  browser,
  reelay,
}) => {
  const { sandboxUrl } = reelay;
  const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
  const editor = await signUp(browser, reelay.url, "anika", "Editor");
  const { page } = creator;
  const files = { video: await clip("h264"), thumbnail: await thumbnailFile() };
  const taskId = await approvedTask({ creator, editor }, files);
  const form = `/task-update/${taskId}`;
  const refused = problemMessage("invalid_title", youtube);
  const editDetails = page.getByRole("link", { name: "Edit details", exact: true });

  await test.step("the platform refuses the title", async () => {
    await page.goto(form);
    await page.getByRole("button", { name: "Save Task" }).click();
    await giveConsent(creator);
    await orderFailures(sandboxUrl, [{ kind: "error", on: "start", status: 400, reason: "invalidTitle" }]);
    await page.getByRole("button", { name: "Start upload" }).click();
    await expectFailure(page, { code: "invalid_title", actions: ["Edit details", "Cancel publishing"] });
  });

  await test.step("the list of publications, the notification and its email agree", async () => {
    await page.goto("/y/publications");
    const row = page.getByRole("tabpanel").getByRole("listitem");
    await expect(row).toContainText(refused);
    await expect(primaryOf(row)).toHaveText("Edit details");
    await page.goto("/y/notifications");
    const notification = page.getByRole("link", { name: "Publishing failed: Salt road" });
    await expect(notification).toHaveAttribute("href", form);
    const mail = async () => (await mailsTo(sandboxUrl, creator.email)).map(({ text }) => text).join("\n");
    await expect.poll(mail).toContain(`${reelay.url}${form}`);
    expect(await mail()).toContain("Edit details");
    await notification.click();
  });

  await test.step("the form says why, and the corrected details are sent and published", async () => {
    await expect(page.getByRole("main")).toContainText(refused);
    await page.getByLabel(/^Title/).fill("The salt road, corrected");
    await page.getByRole("button", { name: "Save Task" }).click();
    await page.getByRole("button", { name: "Start upload" }).click();
    await expect(page.getByText(/^Your video is published/)).toBeVisible();
    const [video] = (await platformState(sandboxUrl)).videos;
    expect(video?.resource.snippet.title).toBe("The salt road, corrected");
  });

  await test.step("refused changes of the published video lead to the form too", async () => {
    await orderFailures(sandboxUrl, [{ kind: "error", on: "api", status: 400, reason: "invalidTitle" }]);
    await page.goto(form);
    await page.getByLabel(/^Title/).fill("The salt road, at last");
    await page.getByRole("button", { name: "Save and send" }).click();
    const changes = page.getByRole("region", { name: "Changed details" });
    await expect(changes).toContainText(changeProblemMessage("invalid_title", youtube));
    await expect(primaryOf(changes)).toHaveText("Edit details");
    await expect(primaryOf(page.getByRole("main"))).toHaveCount(1);
    await expect(changes.getByRole("button", { name: "Retry" })).toHaveCount(0);
    await test.step("also with one primary button if the video is overdue as well", async () => {
      await page.route(`**/yt-upload/progress/${taskId}`, async (route) => {
        const response = await route.fetch();
        const { data, ...rest } = JSON.parse(await response.text());
        const overdue = { ...data, overdue: true, publishAt: new Date().toISOString() };
        await route.fulfill({ response, json: { ...rest, data: overdue } });
      });
      await page.reload();
      await expect(page.getByText(/^Your video is not public yet/)).toBeVisible();
      await expect(changes).toContainText(changeProblemMessage("invalid_title", youtube));
      await expect(primaryOf(page.getByRole("main"))).toHaveText(["Edit details"]);
      await page.unrouteAll({ behavior: "wait" });
    });
    await page.goto("/y/publications");
    await expect(primaryOf(page.getByRole("tabpanel").getByRole("listitem"))).toHaveText("Edit details");
    await editDetails.click();
    await expect(page.getByRole("main")).toContainText(changeProblemMessage("invalid_title", youtube));
    await page.getByRole("button", { name: "Save and send" }).click();
    await expect(changes.getByText(/^Sent /)).toBeVisible();
    const [video] = (await platformState(sandboxUrl)).videos;
    expect(video?.resource.snippet.title).toBe("The salt road, at last");
  });
});
