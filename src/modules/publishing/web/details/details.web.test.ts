import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { AppError } from "#core/error.ts";
import { taskUpdatePath } from "#core/paths.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { type ChannelPlaylists, detailsEndpoints } from "#modules/publishing/contract/details.ts";
import type { PresetDetails } from "#modules/publishing/rules/presets.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { approvedTask, openDetails } from "#testing/web/details-form.ts";
import { sampleDestination } from "#testing/web/publishing-samples.ts";

const button = (name: string) => page.getByRole("button", { name, exact: true });

test("paid promotion is off until the creator turns it on, and belongs to presets", async () => {
  const { api, saved } = await openDetails();
  await page.getByText("More options").click();
  const paid = page.getByRole("switch", { name: "Paid promotion" });
  await expect.element(paid).not.toBeChecked();
  await paid.click();
  const presets: { id: string; name: string; details: PresetDetails }[] = [];
  api.on(detailsEndpoints.presets, () => presets);
  api.on(detailsEndpoints.savePreset, ({ body }) => {
    presets.push({ id: sampleDestination.id, ...body });
    return { id: sampleDestination.id, ...body };
  });
  await button("Presets").click();
  await page.getByLabelText("Save these details as").fill("Sponsored");
  await button("Save preset").click();
  await expect.element(button("Apply Sponsored")).toBeVisible();
  await button("Close").click();
  await paid.click();
  await expect.element(paid).not.toBeChecked();
  await button("Presets").click();
  await button("Apply Sponsored").click();
  await expect.element(paid).toBeChecked();
  await button("Save Task").click();
  await expect.poll(() => saved).toMatchObject([{ fields: { options: { paidPromotion: true } } }]);
});

const announcement = page.getByText("On YouTube this video will be a Short", { exact: false });
const tall = { durationSeconds: 60, width: 1080, height: 1920, fileUrl: null, rate: null, startSeconds: 0 };

test("a vertical video is announced as a Short, for YouTube only", async () => {
  const { open, api } = await openDetails(tall);
  await expect.element(announcement).toBeVisible();
  await expect.element(page.getByText("3 chapters, which YouTube doesn't show in a Short")).toBeVisible();
  const peertube = { ...sampleDestination, kind: "peertube" } as const;
  api.on(destinationsEndpoints.choice, () => ({
    destinations: [peertube],
    chosen: [peertube.id],
    fixed: [],
  }));
  await open(taskUpdatePath(12));
  await expect.element(page.getByRole("heading", { name: "Video Details", exact: true })).toBeVisible();
  await expect.element(page.getByText("3 chapters", { exact: true })).toBeVisible();
  expect(announcement.elements()).toEqual([]);
});

test("a wide video is not announced as a Short", async () => {
  await openDetails({ ...tall, width: 1920, height: 1080 });
  await expect.element(page.getByText("3 chapters", { exact: true })).toBeVisible();
  expect(announcement.elements()).toEqual([]);
});

test("tags are separated by commas, also when they are pasted, and what is left in the field is saved", async () => {
  const { saved } = await openDetails();
  const tags = page.getByLabelText("Tags");
  await tags.click();
  await userEvent.keyboard("salt, road trip,");
  await expect.element(button("Remove road trip")).toBeVisible();
  const pasted = new DataTransfer();
  pasted.setData("text", "coast, salt\nrain");
  tags
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true, cancelable: true }));
  await expect.element(button("Remove rain")).toBeVisible();
  await userEvent.keyboard("wells");
  await button("Save Task").click();
  const list = ["salt", "road trip", "coast", "rain", "wells"];
  await expect.poll(() => saved).toMatchObject([{ fields: { tags: list } }]);
});

test("a tag that takes another line when the form is saved doesn't move the button under the pointer", async () => {
  const { saved } = await openDetails();
  await page.viewport(390, 900);
  const [short, long] = ["salt", "road ".repeat(19).trim()];
  await page.getByLabelText("Tags").fill(`${short},${long}`);
  await button("Save Task").click();
  await expect.poll(() => saved).toMatchObject([{ fields: { tags: [short, long] } }]);
});

test("tags that can't be saved get the focus, with the reason", async () => {
  const { saved } = await openDetails();
  const tags = page.getByLabelText("Tags");
  await tags.fill(`${Array.from({ length: 60 }, (_, at) => `salt road ${at}`).join(",")},`);
  await button("Save Task").click();
  await expect.element(tags).toHaveFocus();
  await expect.element(tags).toHaveAccessibleDescription(/500 characters/);
  expect(saved).toEqual([]);
});

test("a tag that was left in the field belongs to a saved preset", async () => {
  const { api } = await openDetails();
  api.on(detailsEndpoints.presets, () => []);
  const stored = api.on(detailsEndpoints.savePreset, ({ body }) => ({ id: sampleDestination.id, ...body }));
  await page.getByLabelText("Tags").fill("salt");
  await button("Presets").click();
  await page.getByLabelText("Save these details as").fill("Coast");
  await button("Save preset").click();
  await expect.poll(() => stored).toMatchObject([{ body: { details: { tags: ["salt"] } } }]);
});

const captionFile = () => new File(["1\n00:00:01,000 --> 00:00:02,000\nRain\n"], "rain.de.srt");

test("captions that were chosen but not added are added before the details are saved", async () => {
  const { api, saved } = await openDetails();
  const added = api.on(detailsEndpoints.addCaption, ({ body: { language, name, fileName } }) => {
    expect(saved).toEqual([]);
    return { id: sampleDestination.id, language, name, fileName, cues: 1, targets: [] };
  });
  await page.getByLabelText("Caption file").upload(captionFile());
  await page.getByLabelText("Name").fill("Lyrics");
  await button("Save Task").click();
  await expect.poll(() => saved).toHaveLength(1);
  expect(added).toMatchObject([{ body: { language: "de", name: "Lyrics", fileName: "rain.de.srt" } }]);
});

test.each([
  [
    "Windows-1252",
    Uint8Array.from("1\r\n0:00:01,00 --> 0:00:02,00\r\nGr\u00fc\u00dfe\r\n", (char) => char.charCodeAt(0)),
  ],
  [
    "UTF-16",
    Uint8Array.from(
      Array.from("\uFEFF1\n0:00:01,00 --> 0:00:02,00\nGrüße\n").flatMap((char) => [
        char.charCodeAt(0) & 255,
        char.charCodeAt(0) >> 8,
      ]),
    ),
  ],
])("captions in %s, as programs write them, are read and normalised", async (_, bytes) => {
  const { api } = await openDetails();
  const added = api.on(detailsEndpoints.addCaption, ({ body: { language, name, fileName } }) => {
    return { id: sampleDestination.id, language, name, fileName, cues: 1, targets: [] };
  });
  await page.getByLabelText("Caption file").upload(new File([bytes], "rain.de.srt"));
  await button("Add").click();
  await expect.poll(() => added).toHaveLength(1);
  expect(added).toMatchObject([{ body: { content: "1\n00:00:01,000 --> 00:00:02,000\nGrüße\n" } }]);
});

test("captions that can't be added stop the saving, and stay in the form", async () => {
  const { api, saved } = await openDetails();
  const added = api.on(detailsEndpoints.addCaption, () => {
    throw new AppError({ status: 409, code: "too_many", message: "Remove captions first." });
  });
  await page.getByLabelText("Caption file").upload(captionFile());
  await button("Save Task").click();
  await expect.element(page.getByText("Remove captions first.")).toBeVisible();
  await expect.element(button("Save Task")).toBeEnabled();
  await expect.element(page.getByLabelText("Language of rain.de.srt")).toBeVisible();
  expect(added).toHaveLength(1);
  expect(saved).toEqual([]);
});

test("a file without captions stops the saving once, and leads to the reason", async () => {
  const { saved } = await openDetails();
  await page.getByLabelText("Caption file").upload(new File(["\0PNG"], "cover.png"));
  const problem = page.getByText("cover.png: This file isn't text. Choose an SRT or VTT file.");
  await expect.element(problem).toBeVisible();
  await button("Save Task").click();
  await expect.element(problem).toHaveFocus();
  expect(saved).toEqual([]);
  await button("Save Task").click();
  await expect.poll(() => saved).toHaveLength(1);
});

test("a playlist that was named but not created is created and chosen before the details are saved", async () => {
  const { api, saved, open } = await openDetails();
  const channel: ChannelPlaylists = {
    destinationId: sampleDestination.id,
    kind: "youtube",
    title: sampleDestination.title,
    playlists: [],
    problem: null,
    recoveryActions: [],
  };
  api.on(detailsEndpoints.choices, () => ({ connected: true, categories: [], channels: [channel] }));
  api.on(detailsEndpoints.createPlaylist, ({ body: { title } }) => ({ id: "PL1", title }));
  await open(taskUpdatePath(12));
  await button("New playlist").click();
  await page.getByLabelText("Playlist title").fill("Coast");
  await button("Save Task").click();
  const playlist = { id: "PL1", title: "Coast", destinationId: sampleDestination.id };
  await expect.poll(() => saved).toMatchObject([{ fields: { options: { playlists: [playlist] } } }]);
});

test("a video without a planned title starts with that of its task, as far as the platform takes it", async () => {
  const { api, reload } = await openDetails();
  const title = page.getByLabelText("Title", { exact: true });
  await expect.element(title).toHaveValue("The salt road");
  api.on(tasksEndpoints.fetchTask, () => ({ ...approvedTask, title: "", taskTitle: "Lagoon at low tide" }));
  await reload();
  await expect.element(title).toHaveValue("Lagoon at low tide");
  api.on(tasksEndpoints.fetchTask, () => ({
    ...approvedTask,
    title: "",
    taskTitle: `${"x".repeat(98)}👨‍👩‍👧 tide`,
  }));
  await reload();
  await expect.element(title).toHaveValue("x".repeat(98));
});

test("what PeerTube refuses or leaves out is said in the form, before the start", async () => {
  const { api, open, saved } = await openDetails();
  const peertube = { ...sampleDestination, kind: "peertube" } as const;
  const choice = { destinations: [peertube], chosen: [peertube.id], fixed: [] };
  api.on(destinationsEndpoints.choice, () => choice);
  await open(taskUpdatePath(12));
  await page.getByLabelText("Title", { exact: true }).fill("Up");
  await page.getByLabelText("Tags").fill("r,");
  await expect.element(page.getByText("so it doesn't get “r”", { exact: false })).toBeVisible();
  await button("Save Task").click();
  await expect
    .element(page.getByText("PeerTube needs a title of at least 3 characters.", { exact: true }))
    .toBeVisible();
  expect(saved).toEqual([]);
  await page.getByLabelText("Title", { exact: true }).fill("Up!");
  await button("Save Task").click();
  await expect.poll(() => saved).toMatchObject([{ fields: { title: "Up!" } }]);
});

test("details that were loaded are no longer shown to a user who has lost access to the task", async () => {
  const { api, realtime } = await openDetails();
  await realtime.connect();
  api.on(tasksEndpoints.fetchTask, () => {
    throw new AppError({ code: "not_found", status: 404, message: "Task not found." });
  });
  realtime.send(taskChanged, { taskId: 12 });
  await expect.element(page.getByText("This task doesn't exist, or it isn't yours.")).toBeVisible();
  await expect.element(button("Save Task")).not.toBeInTheDocument();
});

test("unsaved changes stay over a reload, until they are saved or discarded", async () => {
  const { reload, saved } = await openDetails();
  const title = page.getByLabelText("Title", { exact: true });
  const note = page.getByText(/^Your unsaved changes were restored\./);
  await title.fill("The long salt road");
  await page.getByText("More options").click();
  await page.getByRole("switch", { name: "Paid promotion" }).click();
  await reload();
  await expect.element(title).toHaveValue("The long salt road");
  await expect.element(note).toBeVisible();
  await button("Discard changes").click();
  await expect.element(title).toHaveValue("The salt road");
  await expect.element(title).toHaveFocus();
  await reload();
  await expect.element(title).toHaveValue("The salt road");
  expect(note.elements()).toEqual([]);

  await title.fill("The short salt road");
  await page.getByText("More options").click();
  await page.getByRole("switch", { name: "Paid promotion" }).click();
  await reload();
  await expect.element(note).toBeVisible();
  await button("Save Task").click();
  const fields = { title: "The short salt road", options: { paidPromotion: true } };
  await expect.poll(() => saved).toMatchObject([{ fields }]);
  await reload();
  await expect.element(title).toHaveValue("The salt road");
  expect(note.elements()).toEqual([]);
});
