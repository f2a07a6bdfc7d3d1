import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { previewPath } from "#core/paths.ts";
import { type Comment, feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, sampleComment, samplePlayback, samplePreview } from "#testing/web/sample-preview.ts";
import { meera } from "#testing/web/samples.ts";

const view = { scale: 4, x: 0.25, y: 0.5 };
const onSign: Comment = { ...sampleComment, id: crypto.randomUUID(), text: "Blur the sign.", view };
const onWhole: Comment = { ...sampleComment, id: crypto.randomUUID(), sequence: 2, text: "Too dark." };

async function openPreview(comments: Comment[] = []) {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  api.on(feedbackEndpoints.comments, () => ({ change: 2, comments, next: null, members: [] }));
  api.on(deliveriesEndpoints.status, () => ({ publishFailed: false, watchUrl: null }));
  const playback = { ...samplePlayback, width: 1280, height: 720 };
  api.on(reviewEndpoints.preview, () => samplePreview({ playback }));
  const sent = api.on(feedbackEndpoints.addComment, ({ body }) => ({ ...sampleComment, ...body, change: 3 }));
  await open(previewPath(12));
  await expect.poll(() => document.querySelector("video")?.readyState).toBeGreaterThan(1);
  return sent;
}

const magnification = () => {
  const width = (selector: string) =>
    document.querySelector(selector)?.getBoundingClientRect().width ?? Number.NaN;
  return Math.round((width("[data-picture] video") / width("[data-picture]")) * 100) / 100;
};
const input = page.getByRole("textbox", { name: "Comment on this frame" });
const send = page.getByRole("button", { name: "Comment", exact: true });

async function press(keys: string): Promise<void> {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await userEvent.keyboard(keys);
}

test("a comment that is begun while the picture is enlarged is sent with its part of the picture", async () => {
  const sent = await openPreview();
  await press("++");
  await expect.poll(magnification).toBeGreaterThan(1);
  const scale = magnification();
  await input.fill("Blur the sign.");
  await expect.element(page.getByText("Opens zoomed in")).toBeVisible();
  await send.click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body.view).toMatchObject({ x: 0.5, y: 0.5 });
  expect(sent[0]?.body.view?.scale).toBeCloseTo(scale, 1);
  await expect.element(page.getByText("Opens zoomed in")).not.toBeInTheDocument();
});

test("the part of the picture can be removed from a comment, and the whole picture isn't sent", async () => {
  const sent = await openPreview();
  await press("++");
  await expect.poll(magnification).toBeGreaterThan(1);
  await input.fill("Too dark.");
  await page.getByRole("button", { name: "Open with the whole picture" }).click();
  await input.fill("Too dark everywhere.");
  await send.click();
  await expect.poll(() => sent.length).toBe(1);
  await press("0");
  await expect.poll(magnification).toBe(1);
  await input.fill("Too long.");
  await send.click();
  await expect.poll(() => sent.map(({ body }) => body.view)).toEqual([null, null]);
});

test("selecting a comment opens it zoomed in, and one without returns to the whole picture", async () => {
  await openPreview([onSign, onWhole]);
  await expect.element(page.getByText("opens zoomed in")).toBeInTheDocument();
  await page.getByText("Blur the sign.").click();
  await expect.poll(magnification).toBe(4);
  await page.getByText("Too dark.").click();
  await expect.poll(magnification).toBe(1);
});

test("a view that the user has chosen stays when a comment without one is selected", async () => {
  await openPreview([onSign, onWhole]);
  await page.getByText("Blur the sign.").click();
  await expect.poll(magnification).toBe(4);
  await press("-");
  await expect.poll(magnification).toBeLessThan(4);
  const chosen = magnification();
  expect(chosen).toBeGreaterThan(1);
  await page.getByText("Too dark.").click();
  await expect.element(page.getByRole("article", { name: /anika/ }).nth(1)).toHaveAttribute("aria-current");
  expect(magnification()).toBe(chosen);
});
