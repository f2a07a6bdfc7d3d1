import { expect } from "@playwright/test";

import { openBucket } from "#adapters/object-storage/s3-bucket.ts";
import { publicationsPath, settingsPath, taskUpdatePath } from "#core/paths.ts";
import { problemMessage } from "#modules/publishing/rules/problems.ts";
import { clip } from "#testing/clips.ts";
import {
  noObjectStoreMessage,
  testsHaveObjectStore,
  startObjectStore,
  type TestObjectStore,
} from "#testing/object-store.ts";

import { sha256, sha256Hex, thumbnailFile } from "./support/files.ts";
import { signUp } from "./support/people.ts";
import { approvedTask } from "./support/publishing.ts";
import { installReelay, type Reelay } from "./support/reelay.ts";
import { test } from "./support/test.ts";

test.describe("an S3 bucket", { tag: "@sweep" }, () => {
  test.skip(!testsHaveObjectStore(), noObjectStoreMessage);
  let store: TestObjectStore;
  let reelay: Reelay;
  test.beforeAll(async () => {
    [store, reelay] = await Promise.all([
      startObjectStore(),
      installReelay({ ALLOW_PRIVATE_DESTINATIONS: "true" }),
    ]);
  });
  test.afterAll(async () => {
    await Promise.all([store?.stop(), reelay?.remove()]);
  });

  test("is connected after a mistake, and receives a video", async ({ browser }) => {
    const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
    const editor = await signUp(browser, reelay.url, "anika", "Editor");
    const { page } = creator;
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.settings;
    const right = { endpoint, region, bucket, accessKeyId, secretAccessKey };
    const section = page.getByRole("region", { name: "Destinations" });
    const dialog = page.getByRole("dialog", { name: "Connect S3 bucket" });
    const connect = async (entries: typeof right) => {
      await dialog.getByLabel("Endpoint").fill(entries.endpoint);
      await dialog.getByLabel("Bucket", { exact: true }).fill(entries.bucket);
      await dialog.getByLabel("Region").fill(entries.region);
      await dialog.getByLabel("Folder").fill("films/2026");
      await dialog.getByLabel("Access key ID").fill(entries.accessKeyId);
      await dialog.getByLabel("Secret access key").fill(entries.secretAccessKey);
      await dialog.getByRole("button", { name: "Connect" }).click();
    };

    await page.goto(settingsPath("YOUTUBER"));
    await section.getByRole("button", { name: "Connect S3 bucket" }).click();
    await connect({ ...right, secretAccessKey: "wrong" });
    await expect(dialog.getByText(problemMessage("keys_refused", `S3 bucket “${bucket}”`))).toBeVisible();
    await connect(right);
    await expect(dialog).toBeHidden();
    await expect(section.getByRole("listitem").getByText("reelay/films/2026", { exact: true })).toBeVisible();
    await section.getByRole("button", { name: "Check" }).click();
    await expect(page.getByText("The connection works")).toBeVisible();

    const files = { video: await clip("h264"), thumbnail: await thumbnailFile() };
    const taskId = await approvedTask({ creator, editor }, files);
    await page.goto(taskUpdatePath(taskId));
    await page.getByRole("button", { name: "Save Task" }).click();
    await expect(page.getByRole("heading", { name: "Publish on S3" })).toBeVisible();
    await expect(page.getByRole("group", { name: "Visibility" })).toHaveCount(0);
    await page.getByRole("button", { name: "Start upload" }).click();
    await expect(page.getByText("Your video is stored in your bucket.")).toBeVisible();
    const fileKey = await page.getByText(/^films\/2026\/.+\.mp4$/).textContent();

    const stored = await openBucket(store.settings).get(fileKey ?? "");
    const content = await stored.body.toArray();
    expect(sha256Hex(Buffer.concat(content))).toBe(await sha256(files.video));
    await page.goto(publicationsPath("YOUTUBER"));
    await page.getByRole("link", { name: "Edit details of The salt road" }).click();
    await expect(page.getByText("The video is published.")).toBeVisible();
    await page.goto(settingsPath("YOUTUBER"));
    await section.getByRole("button", { name: "Disconnect" }).click();
    await expect(page.getByText(/Delete them at your provider too/)).toBeVisible();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
    await expect(section.getByText("Nothing is connected yet.")).toBeVisible();
  });
});
