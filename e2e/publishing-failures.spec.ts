import { expect, type Locator, type Page } from "@playwright/test";

import { day } from "#core/time.ts";
import { changeProblemMessage } from "#modules/publishing/rules/change-problems.ts";
import { problemMessage } from "#modules/publishing/rules/problems.ts";
import { clip, padded } from "#testing/clips.ts";

import { expectFailure, expectInterruption, problem, youtube } from "./support/failures.ts";
import { thumbnailFile } from "./support/files.ts";
import { giveConsent, signUp, type Someone } from "./support/people.ts";
import { changeVideo, clearFailures, orderFailures, platformState } from "./support/platform.ts";
import { passPublishTime } from "./support/publish-time.ts";
import {
  approvedTask,
  approveNextVersion,
  retryByCall,
  saveChanges,
  stageOf,
  startDelivery,
  uploadAgain,
} from "./support/publishing.ts";
import { hideFile, newestObject } from "./support/stored-files.ts";
import { test } from "./support/test.ts";
import {
  codecFailure,
  embeddingFailure,
  interruptions,
  thumbnailFailures,
  outcomes,
  startFailures,
} from "./support/youtube-failures.ts";

/** Every failure of the platform on one task: message, next step, and the state after it. */
test("each failure of a publication says what happened and leads on", async ({ browser, reelay }) => {
  const { sandboxUrl } = reelay;
  const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
  const editor = await signUp(browser, reelay.url, "anika", "Editor");
  const people = { creator, editor };
  const { page } = creator;
  const file = await clip("h264");
  const thumbnail = await thumbnailFile();
  const taskId = await approvedTask(people, { video: file, thumbnail });
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

  for (const [index, failure] of startFailures.entries()) {
    await test.step(`start: ${failure.code}`, async () => {
      await orderFailures(sandboxUrl, failure.rules);
      if (index === 0) await page.getByRole("button", { name: "Start upload" }).click();
      else await next(creator, taskId);
      await expectFailure(page, failure);
    });
  }

  await test.step("a revoked permission leads to the platform and back", async () => {
    await page.getByRole("button", { name: "Reconnect" }).click();
    await giveConsent(creator);
    await expect(page.getByRole("heading", { name: "Publish on YouTube" })).toBeVisible();
    await page.goto(`/check-progress/${taskId}`);
  });

  await test.step("a version that is missing or changed on the server is not published", async () => {
    const source = await newestObject(reelay.dataFolder, /^videos\/[^/]+\/original$/);
    const hidden = await hideFile(source);
    await page.getByRole("button", { name: "Retry" }).click();
    await expectFailure(page, {
      code: "source_missing",
      actions: ["Send back to the editor", "Cancel publishing"],
    });
    await hidden.replace();
    await retryByCall(creator, taskId);
    await expectFailure(page, {
      code: "source_changed",
      actions: ["Send back to the editor", "Cancel publishing"],
    });
    await hidden.restore();
  });

  await test.step("a retry shows what happened, and begins at once", async () => {
    await orderFailures(sandboxUrl, [{ kind: "server_errors", on: "status", retryAfter: 300 }]);
    await retryByCall(creator, taskId);
    await expectInterruption(page, "unavailable");
    await expect(page.getByText(/Attempt 2 of 14 starts in 4:\d\d/)).toBeVisible();
  });
  for (const { code, rule } of interruptions) {
    await test.step(`bytes: ${code}`, async () => {
      await orderFailures(sandboxUrl, [rule]);
      await page.getByRole("button", { name: "Try now" }).click();
      await expectInterruption(page, code);
    });
  }

  await test.step("an upload that the platform lost at its end is not repeated without the creator", async () => {
    await page.getByRole("button", { name: "Try now" }).click();
    await expectFailure(page, {
      code: "in_doubt",
      actions: ["Upload again", "Check again", "Cancel publishing"],
    });
  });

  for (const [index, failure] of thumbnailFailures.entries()) {
    await test.step(failure.code, async () => {
      await orderFailures(sandboxUrl, failure.rules);
      if (index === 0) await uploadAgain(page);
      else await next(creator, taskId);
      await expectFailure(page, failure);
    });
  }

  await test.step("a thumbnail that is missing on the server can be chosen again or left out", async () => {
    const hidden = await hideFile(await newestObject(reelay.dataFolder, /^files\/[^/]+$/));
    await page.getByRole("button", { name: "Retry" }).click();
    const actions = ["Choose another thumbnail", "Publish without thumbnail", "Cancel publishing"];
    await expectFailure(page, { code: "thumbnail_missing", actions });
    await hidden.restore();
    await orderFailures(sandboxUrl, embeddingFailure.rules);
    await retryByCall(creator, taskId);
    await expectFailure(page, embeddingFailure);
  });

  await test.step("a private video that can't be deleted is named when publishing is cancelled", async () => {
    await orderFailures(sandboxUrl, [
      { kind: "server_errors", on: "delete", times: 2 },
      { kind: "error", on: "delete", status: 403, reason: "forbidden" },
    ]);
    await cancelPublishing(page, problem(page));
    await expectFailure(page, { code: "cancelling", actions: [] });
    await expectFailure(page, {
      code: "cancelled_kept",
      actions: ["Publish again", "Send back to the editor"],
    });
  });

  await test.step("the platform's processing is followed", async () => {
    const [video] = (await platformState(sandboxUrl)).videos;
    await changeVideo(sandboxUrl, video?.id ?? "", { outcome: "stuck" });
    await page.getByRole("button", { name: "Publish again" }).click();
    await expect(page.getByText("YouTube is processing the video")).toBeVisible();
    await page.reload();
    await expect(page.getByText("YouTube is processing the video")).toBeVisible();
  });

  const [first] = (await platformState(sandboxUrl)).videos;
  const slowTask = await approvedTask(people, { video: await padded(24_000_000), thumbnail });
  await test.step("another upload stalls meanwhile", async () => {
    await orderFailures(sandboxUrl, [{ kind: "stalled", seconds: 600 }]);
    await startDelivery(creator, slowTask);
  });
  for (const [index, { outcome, reason, code, actions }] of outcomes.entries()) {
    await test.step(`${outcome}: ${reason ?? "without a reason"}`, async () => {
      await changeVideo(sandboxUrl, first?.id ?? "", { outcome, reason });
      // The first one is found by the job that asks the platform.
      if (index > 0) await retryByCall(creator, taskId);
      await expectFailure(page, { code, actions });
      const headline = problem(page).getByRole("heading");
      if (outcome === "deleted") await expect(headline).toContainText("was deleted at");
      if (outcome === "rejected") await expect(headline).toContainText("rejected the video");
      if (outcome === "failed") await expect(headline).toContainText("couldn't process the video");
    });
  }

  await test.step("a stall is reported, with the last known figures in every tab and after a reload", async () => {
    await page.goto(`/check-progress/${slowTask}`);
    await expect(page.getByText("The upload is stalled.")).toBeVisible();
    const figures = page.getByText(/ confirmed$/);
    const known = await figures.textContent();
    expect(known).toMatch(/^[\d.]+\sMB of 24\.0\sMB sent, 0\sB confirmed$/);
    await page.reload();
    await expect(figures).toHaveText(known ?? "");
    const other = await creator.context.newPage();
    await other.goto(`/check-progress/${slowTask}`);
    await expect(other.getByText(/ confirmed$/)).toHaveText(known ?? "");
    await other.close();
  });

  await test.step("the list of publications shows both, and cancels the one that is not public", async () => {
    await page.goto("/y/publications");
    const rows = page.getByRole("tabpanel").getByRole("listitem");
    await page.getByRole("tab", { name: "Running" }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("The upload is stalled.");
    await cancelPublishing(page, rows);
    await page.getByRole("tab", { name: "Failed" }).click();
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText(problemMessage("cancelled", youtube));
    await expect(rows.last()).toContainText(problemMessage("platform_uploadAborted", youtube));
    await rows.last().getByRole("link", { name: "The salt road" }).click();
  });

  await test.step("of several videos that could be the lost one, the creator deletes the duplicates", async () => {
    const { outcome: _, ...codec } = codecFailure;
    await orderFailures(sandboxUrl, [
      ...[{ kind: "lost_last_reply" }, { kind: "session_gone", after: 2 }],
      { kind: "processing_failed", reason: codec.reason },
    ]);
    await uploadAgain(page);
    await expectFailure(page, {
      code: "in_doubt_several",
      actions: ["Check again", "Upload again", "Cancel publishing"],
    });
    await changeVideo(sandboxUrl, first?.id ?? "", { outcome: "disappeared" });
    await page.getByRole("button", { name: "Check again" }).click();
    await expectFailure(page, codec);
  });

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

  await test.step("the list publishes without the thumbnail", async () => {
    await orderFailures(sandboxUrl, [{ kind: "refused_thumbnail" }, { kind: "locked_private" }]);
    await startDelivery(creator, taskId);
    await page.goto("/y/publications");
    await page.getByRole("button", { name: "Publish without thumbnail" }).click();
    await expect(page.getByText("changed the visibility of the video")).toBeVisible();
    await page.getByRole("link", { name: "The salt road" }).first().click();
  });

  await test.step("a video that the platform keeps private is a headline, and can be accepted", async () => {
    const actions = ["Keep it private", "Retry", "Cancel publishing"];
    await expectFailure(page, { code: "visibility_refused", actions });
    await expect(problem(page).getByRole("heading")).toContainText("changed the visibility of the video");
    await expect(problem(page)).toContainText("You chose public, the platform set private.");
    await page.getByRole("button", { name: "Keep it private" }).click();
    await expect(page.getByText(/Your video is published/)).toBeVisible();
    expect(await stageOf(creator, taskId)).toBe("published");
  });

  await test.step("changes that were not sent are in the list, also of a video that was deleted", async () => {
    await orderFailures(sandboxUrl, [{ kind: "error", on: "api", status: 400, reason: "invalidTitle" }]);
    await saveChanges(creator, taskId);
    await page.goto("/y/publications");
    await page.getByRole("tab", { name: "Failed" }).click();
    const row = page.getByRole("tabpanel").getByRole("listitem").filter({ hasText: "The salt road, again" });
    await expect(row).toContainText(changeProblemMessage("invalid_title", youtube));
    const [video] = (await platformState(sandboxUrl)).videos;
    await changeVideo(sandboxUrl, video?.id ?? "", { outcome: "disappeared" });
    await expect(row.locator(".bg-ink")).toHaveText("Edit details");
    await saveChanges(creator, taskId);
    await expect(row).toContainText(changeProblemMessage("video_deleted", youtube));
    await expect(row.getByRole("button", { name: "Retry" })).toHaveCount(0);
  });

  await test.step("a scheduled video that the platform leaves private is reported on the open page", async () => {
    await orderFailures(sandboxUrl, [{ kind: "locked_private" }]);
    await page.goto(`/task-update/${slowTask}`);
    await page.getByRole("button", { name: "Save Task" }).click();
    await page.getByRole("radio", { name: /^Scheduled/ }).check();
    await page.getByLabel("Public from").fill(inTwoDays());
    await page.getByRole("button", { name: "Start upload" }).click();
    await expect(page.getByText(/^It becomes public on/)).toBeVisible();
    await passPublishTime(reelay, slowTask);
    await expect(page.getByText(/^Your video is not public yet/)).toBeVisible();
    await expect(problem(page)).toContainText("To publish it now, choose “Public” in its details.");
    const links = page.getByRole("main").getByRole("link", { name: /^(Edit details|Watch the video)/ });
    await expect(links.first()).toHaveText("Edit details");
  });

  await test.step("it is in the list, and is published once its creator saves it as public", async () => {
    await page.goto("/y/publications");
    const row = page.getByRole("tabpanel").getByRole("listitem").filter({ hasText: "Not public yet" });
    await expect(row).toHaveCount(1);
    const [video] = (await platformState(sandboxUrl)).videos;
    await changeVideo(sandboxUrl, video?.id ?? "", { lockedPrivate: false });
    await row.getByRole("link", { name: /^Edit details/ }).click();
    await expect(page.getByRole("radio", { name: /^Public/ })).toBeChecked();
    await page.getByRole("button", { name: "Save and send" }).click();
    await expect(page.getByText(/^Sent /)).toBeVisible();
    await expect(page.getByText(/^Your video is published/)).toBeVisible();
    const [published] = (await platformState(sandboxUrl)).videos;
    expect(published?.resource.status.privacyStatus).toBe("public");
  });
});

/** A value of the input for a time. */
function inTwoDays(): string {
  return new Date(Date.now() + 2 * day).toISOString().slice(0, "2026-11-23T10:00".length);
}

/** Cancels the publication of a panel or row, after the confirmation. */
async function cancelPublishing(page: Page, within: Locator): Promise<void> {
  await within.getByRole("button", { name: "Cancel publishing" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel publishing" }).click();
}

/** Retries with the button, or by the API where only another step helps. */
async function next(creator: Someone, taskId: number): Promise<void> {
  const button = creator.page.getByRole("button", { name: "Retry" });
  if (await button.isVisible()) await button.click();
  else await retryByCall(creator, taskId);
}
