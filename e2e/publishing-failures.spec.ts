import { expect, type Page } from "@playwright/test";

import { clip } from "#testing/clips.ts";

import { thumbnailFile } from "./support/files.ts";
import { giveConsent, signUp, type Someone } from "./support/people.ts";
import { changeVideo, clearFailures, orderFailures, platformState } from "./support/platform.ts";
import {
  approvedTask,
  approveNextVersion,
  retryByCall,
  stageOf,
  startDelivery,
} from "./support/publishing.ts";
import { test } from "./support/test.ts";

interface Failure {
  /** What the sandbox does. */
  rule: object;
  /** Part of the message. */
  message: string;
  /** The buttons, the first of which is the most promising next step. */
  actions: string[];
}

const retry = ["Retry"];
const details = ["Edit details", "Retry"];
const reconnect = ["Reconnect", "Retry"];
const sendBack = ["Send back to the editor"];
const wait = 700;

const refusal = (status: number, reason: string, on = "start") => ({ kind: "error", on, status, reason });

/** Failures before the first byte, one after the other on one delivery. */
const atStart: Failure[] = [
  { rule: { kind: "upload_limit" }, message: "Retry in 24 hours", actions: retry },
  { rule: { kind: "quota_exceeded" }, message: "midnight Pacific time", actions: retry },
  {
    rule: { kind: "server_errors", on: "start", retryAfter: wait },
    message: "still fails after many attempts",
    actions: retry,
  },
  { rule: refusal(400, "invalidTitle"), message: "refused the title", actions: details },
  { rule: refusal(400, "invalidDescription"), message: "refused the description", actions: details },
  { rule: refusal(400, "invalidTags"), message: "refused the tags", actions: details },
  { rule: refusal(400, "invalidCategoryId"), message: "refused the category", actions: details },
  { rule: refusal(400, "defaultLanguageNotSet"), message: "refused the language", actions: details },
  { rule: refusal(400, "invalidVideoMetadata"), message: "refused the video's details", actions: details },
  { rule: refusal(400, "invalidPublishAt"), message: "refused the publish time", actions: retry },
  { rule: refusal(403, "forbiddenPrivacySetting"), message: "allow this visibility", actions: retry },
  { rule: refusal(403, "forbiddenLicenseSetting"), message: "allow this license", actions: details },
  { rule: refusal(403, "accessNotConfigured"), message: "Ask the operator to enable it", actions: retry },
  { rule: refusal(400, "badContent"), message: "accept this file type", actions: sendBack },
  { rule: refusal(400, "unexpectedParameter"), message: "a retry won't help", actions: retry },
  { rule: refusal(403, "forbidden"), message: "isn't allowed to do this on the channel", actions: reconnect },
  { rule: refusal(401, "youtubeSignupRequired"), message: "has no channel yet", actions: reconnect },
  {
    rule: refusal(403, "authenticatedUserAccountSuspended"),
    message: "closed or suspended",
    actions: reconnect,
  },
  { rule: refusal(403, "insufficientPermissions"), message: "was left unchecked", actions: reconnect },
];

const skip = "Publish without thumbnail";
const afterUpload: Failure[] = [
  { rule: { kind: "refused_thumbnail" }, message: "youtube.com/verify", actions: ["Retry", skip] },
  {
    rule: refusal(400, "invalidImage", "thumbnail"),
    message: "can't read this thumbnail",
    actions: ["Edit details", "Retry", skip],
  },
  { rule: refusal(403, "forbiddenEmbedSetting", "api"), message: "embedding setting", actions: details },
];

interface Outcome extends Pick<Failure, "message" | "actions"> {
  outcome: "failed" | "rejected";
  /** The platform's own reason. */
  reason: string;
}

/** Rejections that the creator may resolve with the platform. */
function rejections(...reasons: [reason: string, message: string][]): Outcome[] {
  const actions = [...sendBack, "Check again"];
  return reasons.map(([reason, message]) => ({ outcome: "rejected", reason, message, actions }));
}

function rejectedChannel(reason: string): Outcome {
  const actions = ["Reconnect", "Upload again"];
  return { outcome: "rejected", reason, message: "Connect another channel", actions };
}

/** What becomes of a video that the platform has. Neighbours have different messages: the last one stays until the next. */
const outcomes: Outcome[] = [
  { outcome: "failed", reason: "conversion", message: "couldn't convert", actions: sendBack },
  { outcome: "failed", reason: "emptyFile", message: "received an empty file", actions: sendBack },
  { outcome: "failed", reason: "invalidFile", message: "can't read this file", actions: sendBack },
  { outcome: "failed", reason: "tooSmall", message: "too small to be a video", actions: sendBack },
  {
    outcome: "failed",
    reason: "uploadAborted",
    message: "recorded the upload as aborted",
    actions: ["Upload again", ...sendBack],
  },
  { outcome: "rejected", reason: "length", message: "too long", actions: ["Upload again", ...sendBack] },
  {
    outcome: "rejected",
    reason: "duplicate",
    message: "already has the same one",
    actions: ["Upload again", ...sendBack],
  },
  ...rejections(["claim", "a claim to its content"], ["copyright", "for copyright"]),
  ...rejections(["inappropriate", "as inappropriate"], ["legal", "for legal reasons"]),
  rejectedChannel("uploaderAccountClosed"),
  ...rejections(["termsOfUse", "under its terms of use"], ["trademark", "for a trademark"]),
  rejectedChannel("uploaderAccountSuspended"),
  { outcome: "failed", reason: "codec", message: "export it as H.264", actions: sendBack },
];

/** Every failure of the platform on one task: message, next step, and the state after it. */
test("each failure of a publication says what happened and leads on", async ({ browser, reelay }) => {
  const { sandboxUrl } = reelay;
  const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
  const editor = await signUp(browser, reelay.url, "anika", "Editor");
  const people = { creator, editor };
  const { page } = creator;
  const file = await clip("h264");
  const taskId = await approvedTask(people, { video: file, thumbnail: await thumbnailFile() });
  await clearFailures(sandboxUrl);

  await test.step("nothing has started", async () => {
    await page.goto(`/check-progress/${taskId}`);
    await expect(page.getByText("Publishing has not started")).toBeVisible();
    await page.getByRole("link", { name: "Publish details" }).click();
  });

  await test.step("a permission left unticked is named", async () => {
    await page.getByRole("button", { name: "Save Task" }).click();
    // A channel that no other test connects: what was granted before would be granted again.
    for (const choice of ["Junia Prett", "Quiet Keys"]) {
      await page.locator("button.choice").filter({ hasText: choice }).click();
    }
    await page.getByRole("checkbox").uncheck();
    await page.getByRole("button", { name: "Allow" }).click();
    const box = "See, edit, and permanently delete your YouTube videos, ratings, comments and captions";
    await expect(page.getByText(`leave the box “${box}” checked`)).toBeVisible();
    await page.getByRole("button", { name: "Connect channel" }).click();
    await giveConsent(creator);
    await expect(page.getByRole("heading", { name: "Publish on YouTube" })).toBeVisible();
  });

  await test.step("disconnecting takes effect in every tab at once", async () => {
    const other = await creator.context.newPage();
    await other.goto("/yt-startUpload");
    await expect(other.getByRole("button", { name: "Start upload" })).toBeVisible();
    await page.getByRole("button", { name: "Disconnect" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
    for (const tab of [page, other]) {
      await expect(tab.getByText("Connect your YouTube channel first.")).toBeVisible();
      await expect(tab.getByRole("button", { name: "Start upload" })).toBeHidden();
    }
    await other.close();
    await page.getByRole("button", { name: "Connect channel" }).click();
    await giveConsent(creator);
    await expect(page.getByRole("heading", { name: "Publish on YouTube" })).toBeVisible();
  });

  await test.step("the details are open to the creator only, for an approved version", async () => {
    await editor.page.goto(`/task-update/${taskId}`);
    await expect(editor.page.getByText(`Only ${creator.name} can publish this video.`)).toBeVisible();
    await editor.page.getByRole("link", { name: "Go to the preview" }).click();
    await expect(editor.page).toHaveURL(/video-preview/);
  });

  await test.step(`start: ${atStart[0]?.message}`, async () => {
    await orderFailures(sandboxUrl, [atStart[0]?.rule ?? {}]);
    await page.getByRole("button", { name: "Start upload" }).click();
    await expectFailure(page, atStart[0]);
  });
  for (const failure of atStart.slice(1)) {
    await test.step(`start: ${failure.message}`, async () => {
      await orderFailures(sandboxUrl, [failure.rule]);
      await next(creator, taskId);
      await expectFailure(page, failure);
    });
  }

  await test.step("a missing permission leads to the platform and back", async () => {
    await page.getByRole("button", { name: "Reconnect" }).click();
    await giveConsent(creator);
    await expect(page.getByRole("heading", { name: "Publish on YouTube" })).toBeVisible();
    await page.goto(`/check-progress/${taskId}`);
  });

  await test.step("a retry shows what happened, and begins at once", async () => {
    await orderFailures(sandboxUrl, [
      { kind: "server_errors", on: "start", retryAfter: 300 },
      ...afterUpload.slice(0, 1).map(({ rule }) => rule),
    ]);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("reported a temporary problem.")).toBeVisible();
    await expect(page.getByText(/Attempt 2 of 14 starts in 4:\d\d/)).toBeVisible();
    await page.getByRole("button", { name: "Try now" }).click();
    await expectFailure(page, afterUpload[0]);
  });
  for (const failure of afterUpload.slice(1)) {
    await test.step(failure.message, async () => {
      await orderFailures(sandboxUrl, [failure.rule]);
      await page.getByRole("button", { name: "Retry" }).click();
      await expectFailure(page, failure);
    });
  }

  await test.step("the platform's processing is followed", async () => {
    const [video] = (await platformState(sandboxUrl)).videos;
    await changeVideo(sandboxUrl, video?.id ?? "", { outcome: "stuck" });
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("YouTube is processing the video")).toBeVisible();
    await page.reload();
    await expect(page.getByText("YouTube is processing the video")).toBeVisible();
  });

  const videoId = (await platformState(sandboxUrl)).videos[0]?.id ?? "";
  for (const [index, { outcome, reason, message, actions }] of outcomes.entries()) {
    await test.step(`${outcome}: ${reason}`, async () => {
      await changeVideo(sandboxUrl, videoId, { outcome, reason });
      // The first one is found by the job that asks the platform.
      if (index > 0) await retryByCall(creator, taskId);
      await expectFailure(page, { message, actions });
      const headline = outcome === "rejected" ? "rejected the video" : "couldn't process the video";
      await expect(problem(page).getByRole("heading")).toContainText(headline);
    });
  }

  await test.step("a version that the platform can't use goes back to the editor, who uploads again", async () => {
    await page.getByRole("button", { name: "Send back to the editor" }).click();
    await expect(page.getByLabel("What should change")).toHaveValue(/export the video as H\.264/);
    await page.getByRole("button", { name: "Send back", exact: true }).click();
    await expect(page).toHaveURL(/video-preview/);
    expect(await stageOf(creator, taskId)).toBe("changes_requested");
    await page.goto(`/task-update/${taskId}`);
    await expect(page.getByText("Approve a version before you publish it.")).toBeVisible();
    await approveNextVersion(people, { taskId, version: 2, file });
    await page.goto(`/check-progress/${taskId}`);
    await expect(page.getByText("Publishing has not started")).toBeVisible();
  });

  await test.step("a video that the platform keeps private is a headline, and can be accepted", async () => {
    await orderFailures(sandboxUrl, [{ kind: "locked_private" }]);
    await startDelivery(creator, taskId);
    await expect(problem(page).getByRole("heading")).toContainText("changed the visibility of the video");
    await expect(problem(page)).toContainText("You chose public, the platform set private.");
    await page.getByRole("button", { name: "Keep it private" }).click();
    await expect(page.getByText(/Your video is published/)).toBeVisible();
    expect(await stageOf(creator, taskId)).toBe("published");
  });
});

/** The problem of the delivery on the Check Progress screen. */
const problem = (page: Page) => page.getByRole("main").getByRole("alert");

async function expectFailure(page: Page, failure: Pick<Failure, "message" | "actions"> | undefined) {
  await expect(problem(page)).toContainText(failure?.message ?? "?");
  const buttons = problem(page)
    .getByRole("button")
    .or(problem(page).getByRole("link", { name: "Edit details" }));
  await expect(buttons).toHaveText([...(failure?.actions ?? []), "Cancel publishing"]);
}

/** Retries with the button, or by the API where only another step helps. */
async function next(creator: Someone, taskId: number): Promise<void> {
  const button = creator.page.getByRole("button", { name: "Retry" });
  if (await button.isVisible()) await button.click();
  else await retryByCall(creator, taskId);
}
