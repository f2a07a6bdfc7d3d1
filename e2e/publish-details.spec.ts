import { expect } from "@playwright/test";
import sharp from "sharp";
import { z } from "zod";

import { checkProgressPath, publicationsPath, taskUpdatePath } from "#core/paths.ts";
import { problemMessage } from "#modules/publishing/rules/problems.ts";
import { clip } from "#testing/clips.ts";

import { thumbnailFile } from "./support/files.ts";
import { giveConsent, signUp } from "./support/people.ts";
import { injectFailures } from "./support/platform.ts";
import { approvedTask } from "./support/publishing.ts";
import { test } from "./support/test.ts";
import { secondsIn } from "./support/watching.ts";

/** The name of the sandbox in messages. */
const youtube = "YouTube (sandbox)";
const description = "Rain the whole way.\n\n0:00 The bridge\n0:20 Rain\n0:40 Home";
const srt = "1\n00:00:01,000 --> 00:00:04,000\nRain on the line.\n";
const vtt = "WEBVTT\n\n00:01.000 --> 00:04.000\nRegen auf der Strecke.\n";

test("all details of a video are set, shown before the start, and received by the platform", async ({
  browser,
  reelay,
}) => {
  const creator = await signUp(browser, reelay.url, "details", "Youtuber");
  const editor = await signUp(browser, reelay.url, "cutter", "Editor");
  const title = `Details of ${creator.name}`;
  const files = { video: await clip("h264-60s"), thumbnail: await thumbnailFile() };
  const taskId = await approvedTask({ creator, editor }, files);
  const { page } = creator;
  const captionFile = page.getByLabel("Caption file");
  const chooseCaptions = (name: string, content: string) =>
    captionFile.setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
  const save = page.getByRole("button", { name: "Save Task" });

  await test.step("the first save connects the channel", async () => {
    await page.goto(taskUpdatePath(taskId));
    await page.getByLabel(/^Title/).fill(title);
    await page.getByLabel(/^Description/).fill("0:00 The bridge\n0:05 Rain\n0:40 Home");
    await expect(page.getByText("Line 1: the chapter at 0:00 is shorter than 10 seconds.")).toBeVisible();
    await page.getByLabel(/^Description/).fill(description);
    await expect(page.getByText("3 chapters")).toBeVisible();
    await save.click();
    await giveConsent(creator);
    await expect(page.getByRole("heading", { name: "Publish on YouTube" })).toBeVisible();
    await page.getByRole("link", { name: "Edit details" }).click();
  });

  await test.step("chapters are below the timeline of the approved version, and seek", async () => {
    await page.getByRole("link", { name: "Open the preview" }).click();
    const chapters = page.getByRole("list", { name: "Chapters" }).getByRole("button");
    await expect(chapters).toHaveText(["The bridge", "Rain", "Home"]);
    await chapters.nth(1).click();
    await expect.poll(() => secondsIn(page)).toBeCloseTo(20, 0);
    await page.goBack();
  });

  await test.step("captions are checked and added in two languages", async () => {
    await chooseCaptions("rain.srt", "1\n00:00:01,000\nRain");
    await expect(
      page.getByRole("alert").filter({ hasText: "rain.srt: Line 2: times are expected" }),
    ).toBeVisible();
    for (const [name, content] of [
      ["rain.en.srt", srt],
      ["rain.de.vtt", vtt],
    ] as const) {
      await chooseCaptions(name, content);
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await expect(page.getByText(`${name}, 1 cue`)).toBeVisible();
    }
  });

  await test.step("a playlist is created, and a tall picture is cropped by hand", async () => {
    await page.getByRole("button", { name: "New playlist" }).click();
    await page.getByLabel("Playlist title").fill("Slow trains");
    await page.getByRole("button", { name: "Create playlist" }).click();
    await expect(page.getByRole("checkbox", { name: "Slow trains" })).toBeChecked();
    const thumbnail = page.getByLabel(/^Thumbnail/);
    await thumbnail.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no") });
    await expect(thumbnail).toHaveAccessibleDescription(/Choose an image: JPG, PNG or GIF/);
    await thumbnail.setInputFiles(await redAboveBlue());
    const frame = page.getByRole("button", { name: "Move the picture" });
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect(page.getByLabel("Zoom")).toBeInViewport({ ratio: 1 });
    if (size) await page.setViewportSize(size);
    for (let press = 0; press < 60; press++) await frame.press("ArrowDown");
    await page.getByRole("button", { name: "Use as thumbnail" }).click();
    await expect(page.getByRole("figure").first()).toContainText(title);
  });

  await test.step("the other options are saved as a preset, changed, and applied again", async () => {
    await page.getByText("More options").click();
    await page.getByLabel("Category").selectOption({ label: "Travel & Events" });
    await page.getByLabel("Video language").selectOption({ label: "Hindi" });
    await page.getByRole("radio", { name: /Creative Commons/ }).check();
    await page.getByLabel(/^Recording date/).fill("2026-07-01");
    await page.getByRole("switch", { name: "Allow embedding" }).uncheck();
    await page.getByRole("switch", { name: "Notify subscribers" }).uncheck();
    await page.getByRole("switch", { name: "Altered or generated content" }).check();
    await page.getByRole("switch", { name: "Paid promotion" }).check();
    await page.getByRole("button", { name: "Presets" }).click();
    await page.getByLabel("Save these details as").fill("Train films");
    await page.getByRole("button", { name: "Save preset" }).click();
    await expect(page.getByRole("button", { name: "Apply Train films" })).toBeVisible();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByLabel("Category").selectOption({ label: "Gaming" });
    await page.getByRole("button", { name: "Presets" }).click();
    await page.getByRole("button", { name: "Apply Train films" }).click();
    await expect(page.getByLabel("Category")).toHaveValue("19");
    await save.click();
  });

  await test.step("the start screen shows all of it, and the button without scrolling", async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const summary = page.getByRole("main");
    await expect(summary).toContainText("0:20 Rain");
    for (const text of ["Travel & Events", "Hindi", "Creative Commons", "2026-07-01", "Slow trains"]) {
      await expect(summary).toContainText(text);
    }
    await expect(summary).toContainText("Embedding not allowed, subscribers are not notified");
    await expect(summary).toContainText("rain.de.vtt");
    await expect(summary).toContainText(/\d+ of 1000000 uploads left today/);
    await page.getByRole("radio", { name: /^Scheduled/ }).check();
    await expect(summary).toContainText("in your time zone: Asia/Calcutta (GMT+5:30)");
    const time = page.getByLabel("Public from");
    await time.fill("2026-01-01T10:00");
    await page.getByRole("button", { name: "Start upload" }).click();
    await expect(time).toHaveAttribute("aria-invalid", "true");
    await expect(time).toHaveAccessibleDescription(/Choose a time at least 15 minutes from now/);
    await page.getByRole("radio", { name: /^Unlisted/ }).check();
    await page.evaluate("scrollTo(0, 0)");
    await expect(page.getByRole("button", { name: "Start upload" })).toBeInViewport({ ratio: 1 });
    await injectFailures(reelay.sandboxUrl, [
      { kind: "error", on: "playlist_item", status: 403, reason: "playlistItemsNotAccessible" },
    ]);
    await page.getByRole("button", { name: "Start upload" }).click();
  });

  await test.step("a playlist that the platform refuses is named, and sent again", async () => {
    await expect(page.getByRole("heading", { name: "Captions and playlists" })).toBeVisible();
    await expect(page.getByText(problemMessage("playlist_refused", youtube))).toBeVisible();
    const primary = page.getByRole("region", { name: "Captions and playlists" }).locator(".bg-ink");
    await expect(primary).toHaveText(/^Open YouTube Studio/);
    await page.goto(publicationsPath("YOUTUBER"));
    const row = page.getByRole("tabpanel").getByRole("listitem").filter({ hasText: title });
    await expect(row).toContainText("Captions or playlists were not added");
    await expect(row).toContainText(problemMessage("playlist_refused", youtube));
    await row.getByRole("button", { name: "Retry" }).click();
    await expect(row).not.toContainText("were not added");
    await page.goto(checkProgressPath(taskId));
  });

  await test.step("the platform has received it, and its watch page plays the captions", async () => {
    await expect(page.getByRole("heading", { name: "Captions and playlists" })).toBeVisible();
    await expect(page.getByText("On YouTube", { exact: true })).toHaveCount(3);
    const video = await receivedVideo(reelay.sandboxUrl, title);
    expect(video).toMatchObject({
      notifySubscribers: false,
      hasThumbnail: true,
      captions: expect.arrayContaining([
        { language: "en", name: "", content: srt },
        // With hours in the times, which every platform reads.
        { language: "de", name: "", content: vtt.replaceAll("00:0", "00:00:0") },
      ]),
      playlists: ["Slow trains"],
      resource: {
        snippet: { title, description, categoryId: "19", defaultLanguage: "hi", defaultAudioLanguage: "hi" },
        status: {
          privacyStatus: "unlisted",
          license: "creativeCommon",
          embeddable: false,
          containsSyntheticMedia: true,
        },
        recordingDetails: { recordingDate: "2026-07-01T00:00:00Z" },
        paidProductPlacementDetails: { hasPaidProductPlacement: true },
      },
    });
    const thumbnail = await fetch(`${reelay.sandboxUrl}/thumbnails/${video.id}/original`);
    const picture = sharp(Buffer.from(await thumbnail.arrayBuffer()));
    expect(await picture.metadata()).toMatchObject({ width: 1280, height: 720 });
    // Moved down to the end, so only the blue half is left.
    const { dominant } = await picture.stats();
    expect(dominant.b).toBeGreaterThan(dominant.r);
    await page.goto(`${reelay.sandboxUrl}/watch?v=${video.id}`);
    const firstCue = page.locator("video").evaluate(async (player: HTMLVideoElement) => {
      const track = [...player.textTracks].find(({ language }) => language === "en");
      if (!track) return null;
      track.mode = "showing";
      while (!track.cues?.length) await new Promise((resolve) => void setTimeout(resolve, 50));
      return (track.cues[0] as VTTCue).text;
    });
    expect(await firstCue).toBe("Rain on the line.");
  });

  await test.step("title, visibility and thumbnail are changed after publishing, the rest stays", async () => {
    const { id } = await receivedVideo(reelay.sandboxUrl, title);
    await page.goto(publicationsPath("YOUTUBER"));
    await page.getByRole("link", { name: `Edit details of ${title}` }).click();
    await expect(page.getByRole("radio", { name: /^Unlisted/ })).toBeChecked();
    await expect(page.getByRole("radio", { name: /^Scheduled/ })).toHaveCount(0);
    await page.getByLabel(/^Title/).fill(`New ${title}`);
    await page.getByRole("radio", { name: /^Public/ }).check();
    await page.getByLabel(/^Thumbnail/).setInputFiles(files.thumbnail);
    await page.getByRole("button", { name: "Save and send" }).click();
    const changed = page.getByRole("region", { name: "Details" });
    await expect(changed.getByText(/^Sent /)).toBeVisible();
    await page.reload();
    await expect(changed.getByText(/^Sent /)).toBeVisible();
    const video = await receivedVideo(reelay.sandboxUrl, `New ${title}`);
    expect(video).toMatchObject({
      id,
      resource: {
        snippet: { description, categoryId: "19", defaultLanguage: "hi" },
        status: { privacyStatus: "public", license: "creativeCommon", embeddable: false },
        recordingDetails: { recordingDate: "2026-07-01T00:00:00Z" },
        paidProductPlacementDetails: { hasPaidProductPlacement: true },
      },
    });
    const thumbnail = await fetch(`${reelay.sandboxUrl}/thumbnails/${id}/original`);
    const { dominant } = await sharp(Buffer.from(await thumbnail.arrayBuffer())).stats();
    expect(dominant).toEqual((await sharp(files.thumbnail).stats()).dominant);
  });
});

/** A tall PNG: red above, blue below. */
async function redAboveBlue() {
  const half = (background: string) =>
    sharp({ create: { width: 1280, height: 1000, channels: 3, background } })
      .png()
      .toBuffer();
  const buffer = await sharp({ create: { width: 1280, height: 2000, channels: 3, background: "#cc2222" } })
    .composite([{ input: await half("#2222cc"), top: 1000, left: 0 }])
    .png()
    .toBuffer();
  return { name: "tall.png", mimeType: "image/png", buffer };
}

const received = z.object({
  videos: z.array(
    z.looseObject({
      id: z.string(),
      resource: z.looseObject({ snippet: z.looseObject({ title: z.string() }) }),
    }),
  ),
});

/** All that the sandbox knows of the video with this title. */
async function receivedVideo(sandboxUrl: string, title: string) {
  const { videos } = received.parse(await (await fetch(`${sandboxUrl}/control/state`)).json());
  const video = videos.find(({ resource }) => resource.snippet.title === title);
  if (!video) throw new Error("The platform has no such video.");
  return video;
}
