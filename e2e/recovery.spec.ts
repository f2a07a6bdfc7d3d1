import { expect, type Locator, type Page } from "@playwright/test";

import { notificationsPath, publicationsPath, taskUpdatePath } from "#core/paths.ts";
import {
  changeProblemMessage,
  interruptionMessage,
  type ProblemCode,
  problemMessage,
} from "#modules/publishing/rules/problems.ts";
import { clip } from "#testing/clips.ts";

import { thumbnailFile } from "./support/files.ts";
import { mailsTo } from "./support/mailbox.ts";
import { confirmEmailByCall, giveConsent, signUp } from "./support/people.ts";
import { injectFailures, platformState } from "./support/platform.ts";
import { approvedTask, approveNextVersion, readStage } from "./support/publishing.ts";
import { test } from "./support/test.ts";

/** The name of the sandbox in messages. */
const youtube = "YouTube (sandbox)";

/** Every failure with its message and buttons is in src/modules/publishing/web/deliveries/failures.web.test.ts. */
test("each kind of recovery continues a failed publication, up to the published video", async ({
  browser,
  reelay,
}) => {
  const { sandboxUrl } = reelay;
  const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
  const editor = await signUp(browser, reelay.url, "anika", "Editor");
  await confirmEmailByCall(creator, sandboxUrl);
  const people = { creator, editor };
  const { page } = creator;
  const file = await clip("h264");
  const taskId = await approvedTask(people, { video: file, thumbnail: await thumbnailFile() });
  const form = taskUpdatePath(taskId);
  const start = page.getByRole("button", { name: "Start upload" });
  const row = page.getByRole("tabpanel").getByRole("listitem");
  const fail = (...rules: object[]) => injectFailures(sandboxUrl, rules);

  await test.step("Edit details: the form says why, and sends the corrected ones", async () => {
    await page.goto(form);
    await page.getByRole("button", { name: "Save Task" }).click();
    await giveConsent(creator);
    await fail({ kind: "error", on: "start", status: 400, reason: "invalidTitle" });
    await start.click();
    await expectProblem(page, "invalid_title");
    await page.goto(publicationsPath("YOUTUBER"));
    await expect(row).toContainText(problemMessage("invalid_title", youtube));
    await expect(primaryAction(row)).toHaveText("Edit details");
    const mail = async () => (await mailsTo(sandboxUrl, creator.email)).map(({ text }) => text).join("\n");
    await expect.poll(mail).toContain(`${reelay.url}${form}`);
    await page.goto(notificationsPath("YOUTUBER"));
    await page.getByRole("link", { name: "Publishing failed: Salt road" }).click();
    await expect(page.getByRole("main")).toContainText(problemMessage("invalid_title", youtube));
    await page.getByLabel(/^Title/).fill("The salt road, corrected");
    await page.getByRole("button", { name: "Save Task" }).click();
    await fail({ kind: "upload_limit" });
    await start.click();
    await expectProblem(page, "upload_limit");
  });

  await test.step("Retry, and Reconnect, which leads to the platform's consent and back to the start", async () => {
    await fail({ kind: "expired_token" }, { kind: "revoked_consent" });
    await page.getByRole("button", { name: "Retry" }).click();
    await expectProblem(page, "reconnect_needed");
    await page.getByRole("button", { name: "Reconnect" }).click();
    await giveConsent(creator);
  });

  await test.step("Try now, while the next attempt is awaited", async () => {
    await fail({ kind: "server_errors", on: "status", retryAfter: 300 });
    await start.click();
    await expect(page.getByText(interruptionMessage("unavailable", youtube))).toBeVisible();
    await expect(page.getByText(/Attempt 2 of 14 starts in 4:\d\d/)).toBeVisible();
    await fail({ kind: "dropped_connection", bytes: 1 }, { kind: "session_gone", after: 2 });
    await page.getByRole("button", { name: "Try now" }).click();
    await expectProblem(page, "in_doubt");
  });

  await test.step("Upload again, once the creator has looked for the video", async () => {
    await fail({ kind: "refused_thumbnail" });
    await page.getByRole("button", { name: "Upload again" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Not there, upload again" }).click();
    await expectProblem(page, "thumbnail_not_allowed");
  });

  await test.step("Cancel publishing, and Publish again", async () => {
    await page.getByRole("button", { name: "Cancel publishing" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel publishing" }).click();
    await expectProblem(page, "cancelled");
    expect((await platformState(sandboxUrl)).videos.filter(isOwn)).toEqual([]);
    await fail({ kind: "rejected", reason: "claim" });
    await page.getByRole("button", { name: "Publish again" }).click();
    await expectProblem(page, "platform_claim");
  });

  await test.step("Send back to the editor, who uploads the next version", async () => {
    await page.getByRole("button", { name: "Send back to the editor" }).click();
    await expect(page.getByLabel("What should change")).toHaveValue(/replace that material/);
    await page.getByRole("button", { name: "Send back", exact: true }).click();
    await expect(page).toHaveURL(/video-preview/);
    expect(await readStage(creator, taskId)).toBe("changes_requested");
    await approveNextVersion(people, { taskId, version: 2, file });
  });

  await test.step("Publish without thumbnail in the list, and keep the platform's visibility", async () => {
    await page.goto(form);
    await page.getByRole("button", { name: "Save Task" }).click();
    await fail({ kind: "refused_thumbnail" }, { kind: "locked_private" });
    await start.click();
    await expectProblem(page, "thumbnail_not_allowed");
    await page.goto(publicationsPath("YOUTUBER"));
    await row.getByRole("button", { name: "Publish without thumbnail" }).click();
    await expect(row.first()).toContainText("changed the visibility of the video");
    await row.first().getByRole("link", { name: "The salt road, corrected" }).click();
    await expectProblem(page, "visibility_refused");
    await page.getByRole("button", { name: "Keep it private" }).click();
    await expect(page.getByText(/^Your video is published on/)).toBeVisible();
    expect(await readStage(creator, taskId)).toBe("published");
  });

  await test.step("Edit details of the published video, whose changes were refused", async () => {
    await fail({ kind: "error", on: "api", status: 400, reason: "invalidTitle" });
    await page.goto(form);
    await page.getByLabel(/^Title/).fill("The salt road, at last");
    await page.getByRole("button", { name: "Save and send" }).click();
    const changes = page.getByRole("region", { name: "Details" });
    await expect(changes).toContainText(changeProblemMessage("invalid_title", youtube));
    await expect(primaryAction(page.getByRole("main"))).toHaveText("Edit details");
    await changes.getByRole("link", { name: "Edit details" }).click();
    await expect(page.getByRole("main")).toContainText(changeProblemMessage("invalid_title", youtube));
    await page.getByRole("button", { name: "Save and send" }).click();
    await expect(changes.getByText(/^Sent /)).toBeVisible();
    const titles = (await platformState(sandboxUrl)).videos.filter(isOwn).map(videoTitle);
    expect(titles).toContain("The salt road, at last");
  });
});

const primaryAction = (within: Locator) => within.locator("a.bg-ink, button.bg-ink");

async function expectProblem(page: Page, code: ProblemCode): Promise<void> {
  await expect(page.getByRole("main").getByRole("alert")).toContainText(problemMessage(code, youtube));
}

type Video = Awaited<ReturnType<typeof platformState>>["videos"][number];

const videoTitle = ({ resource }: Video) => resource.snippet.title;
const isOwn = (video: Video) => videoTitle(video).startsWith("The salt road");
