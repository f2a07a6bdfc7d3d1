import { expect, type Page } from "@playwright/test";

import { padded } from "#testing/clips.ts";

import { approveVersion } from "./support/decisions.ts";
import { sha256 } from "./support/files.ts";
import { card, chooseVideo, createTask, openTasks, signUp, startPublishing } from "./support/people.ts";
import { beginnings, injectFailures, platformState } from "./support/platform.ts";
import { percentIn } from "./support/progress.ts";
import { installReelay, type Reelay } from "./support/reelay.ts";
import { test } from "./support/test.ts";

const megabyte = 1024 * 1024;

test.describe.configure({ mode: "parallel" });

/** The server is killed twice. No byte is lost, and nothing is uploaded twice. */
test.describe("when the server is killed", () => {
  let reelay: Reelay;
  test.beforeAll(async () => {
    reelay = await installReelay();
  });
  test.afterAll(async () => reelay?.remove());

  test(
    "the editor's upload and the delivery to the platform continue where they stopped",
    { tag: "@sweep" },
    async ({ browser }) => {
      const file = await padded(100 * megabyte);
      const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
      const anika = await signUp(browser, reelay.url, "anika", "Editor");
      await openTasks(meera);
      await openTasks(anika);
      const brief = {
        taskTitle: "Salt road, part two",
        workDescription: "Grade it warmer than part one.",
        title: "The salt road",
        description: "From the white desert back to the coast.",
        tags: ["salt"],
        madeForKids: false,
      };
      await createTask(meera, anika.name, brief);

      await test.step("after a kill during the editor's upload, it continues automatically", async () => {
        await slowDownUploads(anika.page, 8 * megabyte);
        const dialog = await chooseVideo(anika, brief.taskTitle, file);
        await dialog.getByRole("button", { name: "Upload", exact: true }).click();
        await expect.poll(() => percentIn(dialog)).toBeGreaterThan(20);
        await reelay.kill();
        await expect(dialog.getByText("connection lost, retrying")).toBeVisible();
        await reelay.start();
        // It closes after the last byte. The message may be gone before the start is noticed here.
        await expect(dialog).toBeHidden();
      });

      await test.step("the creator approves and publishes to a slow platform", async () => {
        await card(meera, brief.taskTitle).getByRole("link", { name: "Preview" }).click();
        await approveVersion(meera.page);
        await injectFailures(reelay.sandboxUrl, [{ kind: "slow", times: 8, bytesPerSecond: 8 * megabyte }]);
        await startPublishing(meera, "asks");
      });

      await test.step("after a kill during the delivery, it continues at the confirmed byte", async () => {
        await expect.poll(() => percentIn(meera.page.getByRole("main"))).toBeGreaterThan(20);
        await reelay.kill();
        await reelay.start();
        await meera.page.reload();
        await expect(meera.page.getByText(/^Your video is published on/)).toBeVisible();
      });

      await test.step("one video exists, its bytes are the editor's, and no confirmed byte was sent again", async () => {
        await expect
          .poll(async () => (await platformState(reelay.sandboxUrl)).videos.map((video) => video.sha256))
          .toEqual([await sha256(file)]);
        const { sessions } = await platformState(reelay.sandboxUrl);
        expect(sessions).toHaveLength(1);
        for (const session of sessions) {
          const { sentFrom, confirmed } = beginnings(session);
          expect(sentFrom).toEqual(confirmed);
        }
      });
    },
  );
});

test.describe("when the editor's page is reloaded during an upload", { tag: "@sweep" }, () => {
  test("choosing the same file again resumes the upload", async ({ browser, reelay }) => {
    const file = await padded(100 * megabyte);
    const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    const anika = await signUp(browser, reelay.url, "anika", "Editor");
    await openTasks(meera);
    await openTasks(anika);
    const taskTitle = "Street food: five cities";
    await createTask(meera, anika.name, {
      taskTitle,
      workDescription: "The Indore part is too long.",
      title: "",
      description: "",
      tags: [],
      madeForKids: false,
    });
    await slowDownUploads(anika.page, 8 * megabyte);
    const first = await chooseVideo(anika, taskTitle, file);
    await first.getByRole("button", { name: "Upload", exact: true }).click();
    await expect.poll(() => percentIn(first)).toBeGreaterThan(25);
    anika.page.once("dialog", (warning) => void warning.accept());
    await anika.page.reload();

    await card(anika, taskTitle)
      .getByRole("button", { name: /^[1-9]\d?%, resume$/ })
      .click();
    const dialog = anika.page.getByRole("dialog", { name: "Upload video" });
    await expect(dialog.getByText(/Choose the same file to\s+resume/)).toBeVisible();
    await dialog.locator('input[type="file"]').setInputFiles(file);
    await dialog.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(anika.page.getByText("Video uploaded successfully!")).toBeVisible();
    await expect(card(meera, taskTitle).getByRole("link", { name: "Preview" })).toBeVisible();
  });
});

async function slowDownUploads(page: Page, bytesPerSecond: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}
