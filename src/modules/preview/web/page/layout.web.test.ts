import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { previewPath } from "#core/paths.ts";
import type { Comment } from "#modules/feedback/contract/comments.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { historyEndpoints } from "#modules/history/contract/history.ts";
import { type Preview, reviewEndpoints } from "#modules/review/contract/versions.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, sampleComment, samplePlayback, samplePreview } from "#testing/web/sample-preview.ts";
import { meera } from "#testing/web/samples.ts";

const id = (number: number) => `0d6a2b3c-9a52-4ab4-8f5f-${String(number).padStart(12, "0")}`;
const long =
  "The long way home along the coast, past the lagoon and the two harbours, with all of its tunnels, v2";

/** Version 2 of the task in review, which can be compared with version 1. */
function secondVersion(change: Partial<Preview> = {}): Preview {
  const { version } = samplePreview();
  if (!version) throw new Error("The sample has no version.");
  const reviewEndsAt = new Date(Date.now() + 9 * 3_600_000).toISOString();
  return samplePreview({ version: { ...version, number: 2, reviewEndsAt }, comparable: [1], ...change });
}

/** The creator's preview of version 2 with many comments on it and requests from version 1. */
async function openReview(change: Partial<Preview> = {}, query = "") {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  const of = (count: number, version: number): Comment[] =>
    Array.from({ length: count }, (_, index) => ({
      ...sampleComment,
      id: id(version * 100 + index),
      sequence: version * 100 + index,
      version,
      inFrame: index,
      outFrame: index,
      text: `Version ${version}, request ${index}. The herons first, then the boat's bell, and let it ring out.`,
    }));
  api.on(feedbackEndpoints.comments, () => ({
    change: 0,
    comments: of(20, 2),
    next: null,
    members: [],
  }));
  const rates = [{ version: 1, rate: samplePlayback.rate }];
  api.on(feedbackEndpoints.checklist, () => ({ change: 0, comments: of(4, 1), rates, next: null }));
  api.on(historyEndpoints.history, () => []);
  const videoId = "5b0c33e8-5f0c-4c57-9d0c-3f6f6d0f7a12";
  api.on(reviewEndpoints.preview, ({ query: { version } }) =>
    version === 1
      ? samplePreview({ playback: { ...samplePlayback, videoId } })
      : secondVersion({ taskTitle: long, ...change }),
  );
  await open(previewPath(12) + query);
  await expect.element(page.getByText(/^frame 1 of 50$/)).toBeVisible();
}

const box = (element: Element) => element.getBoundingClientRect();
const panel = page.getByRole("complementary", { name: "Comments and versions" });

/** Elements that the user can scroll vertically, and the page. */
function scrolled(): string[] {
  return [...document.querySelectorAll("*")]
    .filter((element) => {
      const { overflowY } = getComputedStyle(element);
      const scrolls = element === document.documentElement || /auto|scroll/.test(overflowY);
      return scrolls && element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 0;
    })
    .filter((element) => element.tagName !== "TEXTAREA")
    .map((element) => element.getAttribute("aria-label") ?? element.tagName);
}

test.each([
  ["in review", {}],
  ["approved", { stage: "approved" as const }],
])("a title of 100 characters leaves the header in one line, %s", async (_state, change) => {
  expect(long).toHaveLength(100);
  await openReview(change);
  for (const width of [1440, 1280, 1100]) {
    await page.viewport(width, 900);
    const header = document.querySelector("header");
    const title = page.getByRole("heading", { level: 1 });
    await expect.element(title).toBeVisible();
    expect([width, header && box(header).height]).toEqual([width, 57]);
    const controls = [...(header?.querySelectorAll("a, button, [role='timer']") ?? [])].filter(
      (control) => box(control).width > 1,
    );
    expect(controls.length).toBeGreaterThan(6);
    for (const control of controls) {
      const { left, right } = box(control);
      expect([control.textContent, left >= 0 && right <= width]).toEqual([control.textContent, true]);
    }
    expect(box(title.element()).width).toBeGreaterThan(60);
    expect(document.documentElement.scrollWidth).toBe(width);
  }
});

test.each([
  ["a wide window", 1440, 900],
  ["a tablet in landscape", 1024, 768],
])(
  "%s has one scrollbar: that of the comments, in which requests are a section",
  async (_name, width, height) => {
    await openReview();
    await page.viewport(width, height);
    const list = page.getByRole("region", { name: "Comments", exact: true });
    const requests = list.getByRole("region", { name: "Requested in earlier versions" });
    const own = list.getByRole("heading", { name: /^On version 2/ });
    await expect.element(own).toBeInTheDocument();
    await expect.poll(scrolled, { message: "scrollbars" }).toEqual(["Comments"]);
    expect(box(requests.element()).bottom).toBeLessThanOrEqual(box(own.element()).top);
    const send = page.getByRole("button", { name: "Comment", exact: true });
    expect(box(send.element()).bottom).toBeLessThanOrEqual(height);
  },
);

test("a comparison has the width of the comments at 1440 pixels, until it is closed or they are shown", async () => {
  await openReview();
  await expect.element(panel).toBeVisible();
  await page.getByRole("button", { name: /^v2, compare/ }).click();
  await page.getByRole("menuitemradio", { name: "Compare with v1" }).click();
  await expect.element(page.getByRole("group", { name: "Comparison" })).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Show the panel" }).click();
  await expect.element(panel).toBeVisible();
  await page.getByRole("button", { name: "Hide the panel" }).click();
  await page.getByRole("button", { name: "Close the comparison" }).click();
  await expect.element(panel).toBeVisible();
});

test("Space plays after a comparison was opened and after its mode was chosen", async () => {
  await openReview();
  await page.getByRole("button", { name: /^v2, compare/ }).click();
  await page.getByRole("menuitemradio", { name: "Compare with v1" }).click();
  const video = () => document.querySelector("video");
  const press = async (isPaused: boolean) => {
    await userEvent.keyboard(" ");
    await expect.poll(() => video()?.paused).toBe(isPaused);
  };
  await expect.element(page.getByRole("group", { name: "Comparison" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Play", exact: true })).toBeEnabled();
  await press(false);
  await press(true);
  for (const mode of ["Wipe", "Difference"]) {
    await page.getByRole("button", { name: mode }).click();
    await press(false);
    await press(true);
    await expect.element(page.getByRole("button", { name: mode })).toHaveAttribute("aria-pressed", "true");
  }
});

test("the address can open a tab of the panel", async () => {
  await openReview({}, "?tab=history");
  await expect.element(page.getByRole("tab", { name: "History", selected: true })).toBeVisible();
});

test("narrow: a button is pressed once although typing has hidden the controls of the player", async () => {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  const sent = api.on(feedbackEndpoints.addComment, ({ body }) => ({ ...sampleComment, ...body, change: 1 }));
  api.on(reviewEndpoints.preview, () => secondVersion());
  await open(previewPath(12));
  await expect.element(page.getByText(/^frame 1 of 50$/)).toBeVisible();
  await page.viewport(390, 844);
  const play = page.getByRole("button", { name: "One frame forward" });
  await expect.element(play).toBeVisible();
  await userEvent.click(page.getByRole("textbox", { name: "Comment on this frame" }));
  await userEvent.keyboard("Louder.");
  await expect.poll(() => play.query()).toBeNull();
  const comment = page.getByRole("button", { name: "Comment", exact: true });
  await userEvent.click(comment);
  await expect.poll(() => sent).toHaveLength(1);
  await expect.element(play).toBeVisible();
});
