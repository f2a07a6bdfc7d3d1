import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { previewPath } from "#core/paths.ts";
import { noGuides } from "#modules/media/contract/guides.ts";
import { readGuides, storeGuides } from "#modules/media/web/public/stored-guides.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, samplePlayback, samplePreview } from "#testing/web/sample-preview.ts";
import { meera } from "#testing/web/samples.ts";

const settings = page.getByRole("button", { name: "Player settings" });
const menu = page.getByRole("menu", { name: "Player settings" });
const guide = (name: string | RegExp) => menu.getByRole("menuitemcheckbox", { name });
const mask = (name: string) => menu.getByRole("menuitemradio", { name, exact: true });
const lines = () =>
  [...document.querySelectorAll<SVGElement>("[data-picture] [data-guide]")].map(
    ({ dataset }) => dataset["guide"],
  );

async function openPreview(size = { width: 160, height: 90 }, guides = noGuides) {
  const screen = await startScreen(meera);
  if (guides !== noGuides) storeGuides("12", guides);
  answerComments(screen.api);
  screen.api.on(deliveriesEndpoints.status, () => ({ publishFailed: false, watchUrl: null }));
  screen.api.on(reviewEndpoints.preview, ({ params: { id } }) =>
    samplePreview({ taskId: id, playback: { ...samplePlayback, ...size } }),
  );
  await screen.open(previewPath(12));
  await expect.element(settings).toBeVisible();
  return screen;
}

test("guides are chosen in the menu, which stays open, and switched off and on again with G", async () => {
  await openPreview();
  expect(lines()).toEqual([]);
  await settings.click();
  await guide("Thirds").click();
  await mask("1:1").click();
  await expect.element(mask("1:1")).toBeChecked();
  await expect.element(guide("Thirds")).toBeChecked();
  await expect.poll(lines).toEqual(["mask", "thirds"]);
  await expect.element(page.getByText("Guides: Thirds, Mask 1:1")).toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await userEvent.keyboard("g");
  await expect.poll(lines).toEqual([]);
  await expect.element(page.getByText("Guides off")).toBeInTheDocument();
  await userEvent.keyboard("g");
  await expect.poll(lines).toEqual(["mask", "thirds"]);
});

test("G shows the safe areas at first, and is in the list of shortcuts", async () => {
  await openPreview();
  await userEvent.keyboard("g");
  await expect.poll(lines).toEqual(["action_safe", "title_safe"]);
  await userEvent.keyboard("?");
  await expect.element(page.getByRole("dialog").getByText("Show or hide guides")).toBeVisible();
});

test("lines have the shape of the picture", async () => {
  await openPreview();
  await userEvent.keyboard("g");
  await expect.poll(lines).toEqual(["action_safe", "title_safe"]);
  const picture = document.querySelector("[data-picture]")?.getBoundingClientRect();
  const box = document.querySelector('[data-guide="title_safe"]')?.getBoundingClientRect();
  if (!picture || !box) throw new Error("There is no picture with guides.");
  expect(box.width / picture.width).toBeCloseTo(0.9, 2);
  expect(box.height / picture.height).toBeCloseTo(0.9, 2);
  expect(box.left - picture.left).toBeCloseTo(picture.width * 0.05, 0);
});

test("a mask has any ratio that is entered", async () => {
  await openPreview();
  await settings.click();
  await menu.getByRole("menuitem", { name: "Other…" }).click();
  const ratio = page.getByRole("dialog").getByRole("textbox", { name: "Width to height" });
  await ratio.fill("wide");
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByText("Enter a ratio between 1:5 and 5:1, such as 4:3 or 1.85."))
    .toBeVisible();
  await ratio.fill("1.85");
  await page.getByRole("button", { name: "Show mask" }).click();
  await expect.poll(lines).toEqual(["mask"]);
  await settings.click();
  await expect.element(mask("1.85:1")).toBeChecked();
  await mask("None").click();
  await expect.poll(lines).toEqual([]);
});

test("what Shorts covers is offered for vertical videos, with source and date", async () => {
  await openPreview({ width: 90, height: 160 });
  await settings.click();
  await guide(/^YouTube Shorts/).click();
  await expect.element(menu.getByText(/Google's safe zone .* as of November 2026/)).toBeVisible();
  await expect.poll(lines).toEqual(["shorts"]);
});

test("a landscape video has no guides of Shorts", async () => {
  await openPreview({ width: 160, height: 90 }, { kinds: ["shorts", "center"], maskRatio: null });
  await expect.poll(lines).toEqual(["center"]);
  await settings.click();
  await expect.element(guide("Center cross")).toBeChecked();
  await expect.element(guide(/^YouTube Shorts/)).not.toBeInTheDocument();
});

test("each task has its guides, and other tasks those chosen last", async () => {
  const { open, reload } = await openPreview();
  await userEvent.keyboard("g");
  await expect.poll(lines).toEqual(["action_safe", "title_safe"]);
  await open(previewPath(13));
  await expect.poll(lines).toEqual(["action_safe", "title_safe"]);
  await userEvent.keyboard("g");
  await expect.poll(lines).toEqual([]);
  await reload();
  await open(previewPath(12));
  await expect.poll(lines).toEqual(["action_safe", "title_safe"]);
  await open(previewPath(14));
  await expect.element(page.getByText("Guides off")).toBeInTheDocument();
  expect(lines()).toEqual([]);
});

test("a limited number of tasks is remembered", () => {
  localStorage.clear();
  for (let task = 1; task <= 300; task += 1)
    storeGuides(String(task), { kinds: [], maskRatio: 1 + task / 1000 });
  expect(readGuides("300").maskRatio).toBe(1.3);
  expect(readGuides("201").maskRatio).toBe(1.201);
  expect(readGuides("200").maskRatio).toBe(1.3);
});
