import { expect } from "@playwright/test";
import sharp from "sharp";

import { previewPath, settingsPath, taskUpdatePath } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";

import { approveVersion } from "./support/decisions.ts";
import { card, createTaskByCall, openTasks, signUp, startPublishing } from "./support/people.ts";
import { platformState } from "./support/platform.ts";
import { approveNextVersion, uploadByCall } from "./support/publishing.ts";
import { test } from "./support/test.ts";

test("a contributor's thumbnail reaches the published video", async ({ browser, reelay }) => {
  const creator = await signUp(browser, reelay.url, "mira", "Youtuber");
  const editor = await signUp(browser, reelay.url, "anil", "Editor");
  const helper = await signUp(browser, reelay.url, "noor", "Editor");
  const taskId = await createTaskByCall(creator, { taskTitle: "Salt road", assignedTo: editor.name });
  await openTasks(creator);
  await card(creator, "Salt road").getByRole("button", { name: "More for Salt road" }).click();
  await creator.page.getByRole("menuitem", { name: "Contributors" }).click();
  const dialog = creator.page.getByRole("dialog", { name: "Contributors" });
  await dialog.getByRole("combobox", { name: "Contributor" }).fill(helper.name);
  await dialog.getByRole("option", { name: helper.name }).click();
  await dialog.getByLabel("Contribution").fill("Thumbnail");
  await dialog.getByRole("button", { name: "Add contributor" }).click();
  await expect(dialog.getByRole("listitem")).toContainText("Thumbnail · adds files");

  const blue = { width: 1280, height: 720, channels: 3, background: "#2030c0" } as const;
  const buffer = await sharp({ create: blue }).png().toBuffer();
  await helper.page.goto(previewPath(taskId));
  await helper.page.getByRole("button", { name: "Brief and files" }).click();
  const brief = helper.page.getByRole("dialog", { name: "Salt road" });
  await brief.getByLabel("Thumbnail").setInputFiles({ name: "blue.png", mimeType: "image/png", buffer });
  await brief.getByRole("button", { name: "Save files" }).click();
  await expect(helper.page.getByText("Files added.")).toBeVisible();

  await approveNextVersion({ creator, editor }, { taskId, version: 1, file: await clip("h264") });
  const title = `Salt road ${helper.name}`;
  await creator.page.goto(taskUpdatePath(taskId));
  await creator.page.getByLabel(/^Title/).fill(title);
  await creator.page.getByLabel(/^Description/).fill("Back to the coast.");
  await startPublishing(creator, "asks");
  await expect(creator.page.getByText(/^Your video is published on/)).toBeVisible();
  const { videos } = await platformState(reelay.sandboxUrl);
  const video = videos.find(({ resource }) => resource.snippet.title === title);
  const thumbnail = await fetch(`${reelay.sandboxUrl}/thumbnails/${video?.id}/original`);
  const { dominant } = await sharp(Buffer.from(await thumbnail.arrayBuffer())).stats();
  expect(dominant.b).toBeGreaterThan(dominant.r + 100);
});

test("a version is published only after the approvals of two managers", async ({ browser, reelay }) => {
  const creator = await signUp(browser, reelay.url, "mira", "Youtuber");
  const editor = await signUp(browser, reelay.url, "anil", "Editor");
  const managers = [
    await signUp(browser, reelay.url, "jonas", "Youtuber"),
    await signUp(browser, reelay.url, "olga", "Youtuber"),
  ];
  const team = creator.page.getByRole("region", { name: "Members", exact: true });
  await test.step("the creator invites two managers, who accept", async () => {
    await creator.page.goto(settingsPath("YOUTUBER"));
    for (const { name, page } of managers) {
      await team.getByRole("button", { name: "Invite to your team" }).click();
      await team.getByRole("combobox", { name: "Manager" }).fill(name);
      await team.getByRole("option", { name }).click();
      await team.getByRole("button", { name: "Send invitation" }).click();
      await page.goto(settingsPath("YOUTUBER"));
      await page.getByRole("button", { name: `Accept the invitation of ${creator.name}` }).click();
      const required = team.getByRole("group", { name: "Required approvals" });
      await required.getByRole("checkbox", { name }).click();
      await expect(required.getByRole("checkbox", { name })).toBeChecked();
    }
    await expect(team.getByText("approval required")).toHaveCount(2);
  });
  const taskId = await createTaskByCall(creator, { taskTitle: "Salt road", assignedTo: editor.name });
  await uploadByCall({ creator, editor }, { taskId, file: await clip("h264") });
  await creator.page.goto(previewPath(taskId));
  const approvals = creator.page.getByRole("region", { name: "Approvals" });
  await expect(approvals.getByText("0 of 2 approved")).toBeVisible();
  for (const [index, { page }] of managers.entries()) {
    await page.goto(previewPath(taskId));
    // The first approval is not enough, which it asks about.
    await approveVersion(page, { asks: index === 0 });
    await expect(approvals.getByText(`${index + 1} of 2 approved`)).toBeVisible();
    const publish = creator.page.getByRole("link", { name: "Publish details" });
    await expect(publish).toHaveCount(index);
  }
});
