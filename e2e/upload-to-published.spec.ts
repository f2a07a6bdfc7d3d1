import { randomUUID } from "node:crypto";

import { expect, type Page } from "@playwright/test";

import { profilePath } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";

import { approveAndPublish, approveVersion } from "./support/decisions.ts";
import { sha256, thumbnailFile } from "./support/files.ts";
import { card, createTask, openTasks, signUp, startPublishing, uploadVideo } from "./support/people.ts";
import { platformState } from "./support/platform.ts";
import { test } from "./support/test.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** The whole product: an editor's file becomes a creator's published video without a download. */
test.describe("from the editor's disk to the creator's channel", () => {
  test("a creator and an editor make and publish three videos", async ({ browser, reelay }) => {
    const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    const anika = await signUp(browser, reelay.url, "anika", "Editor");
    await openTasks(meera);
    await openTasks(anika);
    await expect(anika.page.getByText("No tasks currently assigned yet.")).toBeVisible();

    const monsoon = {
      taskTitle: "Monsoon on the Konkan line",
      workDescription:
        "Open on the Ratnagiri bridge shot, and keep the rain sound under the whole first minute.",
      title: "Monsoon on the Konkan line, 92 tunnels",
      description: "Twelve hours and rain the whole way.\nFilmed in July.",
      tags: ["trains", "slow travel"],
      madeForKids: false,
      thumbnail: await thumbnailFile(),
    };
    await test.step("the creator's task appears on the editor's screen without a reload", async () => {
      await createTask(meera, anika.name, monsoon);
      await expect(card(anika, monsoon.taskTitle)).toContainText("assigned by");
    });

    await test.step("the editor uploads; the creator is notified and rejects the version with feedback", async () => {
      const file = await clip("h264");
      await Promise.all([
        meera.page
          .getByText(/ready to review/i)
          .first()
          .waitFor(),
        uploadVideo(anika, monsoon.taskTitle, file),
      ]);
      await card(meera, monsoon.taskTitle).getByRole("link", { name: "Preview" }).click();
      await expect(meera.page.getByText("Edited by")).toBeVisible();
      await playsPicture(meera.page);
      const comment = { id: randomUUID(), version: 1, inFrame: 0, outFrame: 9, text: "Louder." };
      const taskId = new URL(meera.page.url()).pathname.split("/").at(-1);
      await meera.page.request.post(`/api/v1/task/comments/${taskId}`, { data: comment });
      await meera.page.getByRole("button", { name: "Reject" }).click();
      await expect(meera.page.getByRole("dialog")).toContainText("The open comment is sent too");
      await meera.page.getByLabel("What should change").fill("The title card holds half a second too long.");
      await meera.page
        .getByRole("dialog", { name: "Reject version 1" })
        .getByRole("button", { name: "Reject" })
        .click();
      await expect(card(anika, monsoon.taskTitle)).toContainText(
        "The title card holds half a second too long.",
      );
    });

    await test.step("the editor's notification opens the feedback on that version", async () => {
      await anika.page.getByRole("link", { name: /^Notifications/ }).click();
      // By key: a toast may be above the link, and stays while the pointer is there.
      await anika.page.getByRole("link", { name: /^Changes requested/ }).press("Enter");
      await expect(anika.page).toHaveURL(/\/video-preview\/\d+\?version=1$/);
      const panel = anika.page.getByRole("complementary", { name: "Comments and versions" });
      await expect(panel.getByText("The title card holds half a second too long.")).toBeVisible();
      await anika.page.getByRole("tab", { name: "Versions" }).click();
      const version = anika.page.getByRole("tabpanel").getByRole("listitem").filter({ hasText: "Version 1" });
      await expect(version).toHaveAttribute("aria-current", "true");
      await expect(version).toContainText("The title card holds half a second too long.");
      await anika.page.goBack();
      await openTasks(anika);
    });

    const second = await clip("prores");
    await test.step("the next version is ProRes: it plays as a rendition and is approved", async () => {
      await uploadVideo(anika, monsoon.taskTitle, second);
      await meera.page.getByRole("button", { name: "Watch it" }).click();
      await expect(meera.page.getByText("v2", { exact: true })).toBeVisible();
      await playsPicture(meera.page);
      await approveVersion(meera.page, { asks: true });
      await expect(meera.page.getByLabel(/^Title/)).toHaveValue(monsoon.title);
    });

    await test.step("details, authorization, delivery: the channel has exactly the uploaded bytes and details", async () => {
      await startPublishing(meera, "asks");
      await expect(meera.page.getByText(/^Your video is published on/)).toBeVisible();
      const watch = meera.page.getByRole("link", { name: /Watch the video/ });
      await expect(watch).toHaveAttribute("href", new RegExp(`^${reelay.sandboxUrl}/watch\\?v=`));
      const published = () => publishedAs(reelay.sandboxUrl, monsoon.title);
      await expect.poll(async () => (await published())?.sha256).toBe(await sha256(second));
      expect(await published()).toMatchObject({
        hasThumbnail: true,
        resource: {
          snippet: { title: monsoon.title, description: monsoon.description, tags: monsoon.tags },
          status: { privacyStatus: "public", selfDeclaredMadeForKids: false },
        },
      });
    });

    await test.step("both cards show Completed, and the counts are updated", async () => {
      await meera.page.getByRole("link", { name: "Go to your tasks" }).click();
      for (const { page } of [meera, anika]) {
        await page.getByRole("tab", { name: /^Completed Tasks/ }).click();
        await expect(page.getByRole("tab", { name: /^Completed Tasks/ })).toContainText("1");
        await expect(page.getByRole("article", { name: monsoon.taskTitle })).toContainText("Completed");
      }
    });

    await test.step("the creator rates the editor, whose card and profile are updated without a reload", async () => {
      const editing = meera.page.getByRole("dialog", { name: `Rate ${anika.name}` });
      await card(meera, monsoon.taskTitle)
        .getByRole("button", { name: `Rate ${anika.name}` })
        .click();
      await editing.getByRole("button", { name: "Save rating" }).click();
      await expect(editing.getByText("Choose one to five stars.")).toBeVisible();
      await editing.getByRole("radio", { name: "3 stars, good" }).press("ArrowRight");
      await expect(editing.getByRole("radio", { name: "4 stars, very good" })).toBeChecked();
      await editing.getByLabel("Review").fill("Quick, and kind to the rain.");
      await editing.getByRole("button", { name: "Save rating" }).click();
      await expect(card(meera, monsoon.taskTitle)).toContainText("You gave 4 out of 5 stars");
      await expect(card(anika, monsoon.taskTitle)).toContainText("You received 4 out of 5 stars");

      await anika.page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name: "Profile" })
        .click();
      await expect(anika.page.getByText("4.0 out of 5 stars, 1 rating")).toBeAttached();
      await expect(anika.page.getByRole("region", { name: "Reviews" })).toContainText(
        "Quick, and kind to the rain.",
      );
      await card(meera, monsoon.taskTitle)
        .getByRole("button", { name: `Change your rating of ${anika.name}` })
        .click();
      await expect(editing.getByLabel("Review")).toHaveValue("Quick, and kind to the rain.");
      await editing.getByRole("radio", { name: "4 stars, very good" }).press("ArrowRight");
      await editing.getByRole("button", { name: "Save changes" }).click();
      await expect(anika.page.getByText("5.0 out of 5 stars, 1 rating")).toBeAttached();
      await openTasks(anika);
    });

    await test.step("another user finds the published video on the creator's profile", async () => {
      await anika.page.goto(profilePath({ role: "YOUTUBER", name: meera.name }));
      const region = anika.page.getByRole("region", { name: "Published videos" });
      const video = region.getByRole("link", { name: monsoon.title });
      await expect(video).toHaveAttribute("href", new RegExp(`^${reelay.sandboxUrl}/watch\\?v=`));
      await expect(region.getByRole("listitem")).toHaveCount(1);
      const poster = video.locator("img");
      await poster.scrollIntoViewIfNeeded();
      await expect.poll(() => poster.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(640);
      await openTasks(anika);
    });

    const portrait = {
      taskTitle: "Vertical teaser",
      workDescription: "Fifteen seconds, no sound.",
      title: "Teaser",
      description: "For the children's channel.",
      tags: ["teaser"],
      madeForKids: true,
    };
    await test.step("a silent portrait clip is published with the connected channel", async () => {
      await meera.page.getByRole("tab", { name: /^Assigned Tasks/ }).click();
      await anika.page.getByRole("tab", { name: /^Assigned Tasks/ }).click();
      const file = await clip("silent-portrait");
      await createTask(meera, anika.name, portrait);
      await uploadVideo(anika, portrait.taskTitle, file);
      await card(meera, portrait.taskTitle).getByRole("link", { name: "Preview" }).click();
      await playsPicture(meera.page);
      await approveAndPublish(meera.page);
      await expect(meera.page.getByText(/^Your video is published on/)).toBeVisible();
      const published = () => publishedAs(reelay.sandboxUrl, portrait.title);
      await expect.poll(async () => (await published())?.sha256).toBe(await sha256(file));
      expect((await published())?.resource.status).toMatchObject({
        privacyStatus: "public",
        selfDeclaredMadeForKids: true,
      });
    });
  });
});

/** The newest video with this title on the platform. */
async function publishedAs(sandboxUrl: string, title: string) {
  const { videos } = await platformState(sandboxUrl);
  return videos.find(({ resource }) => resource.snippet.title === title);
}

/** Expects the browser to decode a frame and to play. */
async function playsPicture(page: Page): Promise<void> {
  const video = page.locator("video");
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.2);
}
