import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { checkProgressPath, startUploadPath, taskUpdatePath } from "#core/paths.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { detailsEndpoints } from "#modules/publishing/contract/details.ts";
import { startEndpoints } from "#modules/publishing/contract/start.ts";
import { defaultOptions } from "#modules/publishing/rules/options.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { sampleDestination, sampleProgress, sampleSummary } from "#testing/web/publishing-samples.ts";
import { samplePlayback, samplePreview } from "#testing/web/sample-preview.ts";
import { anika, meera, samplePerson, sampleTask } from "#testing/web/samples.ts";

const screens = [
  { path: taskUpdatePath(12), heading: "YouTube Video Details", step: 1 },
  { path: startUploadPath, heading: "Publish on YouTube", step: 2 },
  { path: checkProgressPath(12), heading: "Check Progress", step: 3 },
];

/** The creator's browser with an approved version of task 12, whose publication is running. */
async function startPublishing() {
  const screen = await startScreen(meera);
  const { api } = screen;
  const playback = { ...samplePlayback, posterUrl: "/favicon.png" };
  api.on(reviewEndpoints.preview, () => samplePreview({ stage: "approved", playback }));
  api.on(tasksEndpoints.fetchTask, () => sampleTask({ stage: "approved", title: "Lagoon", version: 1 }));
  api.on(detailsEndpoints.details, () => ({
    options: defaultOptions,
    captions: [],
    playlists: [],
    video: null,
  }));
  api.on(detailsEndpoints.presets, () => []);
  api.on(detailsEndpoints.choices, () => ({ connected: true, categories: [], channels: [] }));
  api.on(detailsEndpoints.channelHealth, () => ({
    connectedAt: sampleDestination.connectedAt,
    missingPermissions: [],
    uploadsLeft: 40,
    uploadsPerDay: 100,
    quotaRenewsAt: "2031-05-02T07:00:00.000Z",
    verified: true,
    problem: null,
    recoveryActions: [],
  }));
  api.on(deliveriesEndpoints.status, () => ({ publishFailed: false, watchUrl: null }));
  api.on(deliveriesEndpoints.progress, () => sampleProgress());
  api.on(destinationsEndpoints.choice, () => ({
    destinations: [sampleDestination],
    chosen: [sampleDestination.id],
    fixed: [],
  }));
  api.on(startEndpoints.summary, () => sampleSummary());
  const open = async (path: string) => {
    const upload = { state: { taskId: 12, by: meera.id }, version: 0 };
    localStorage.setItem("upload-video-storage", JSON.stringify(upload));
    await screen.open(path);
  };
  return { ...screen, open };
}

const box = (element: Element) => element.getBoundingClientRect();

test.each(screens)("$heading shows the task beside its content, as step $step of 3", async (shown) => {
  const { open } = await startPublishing();
  await open(shown.path);
  const heading = page.getByRole("heading", { name: shown.heading, level: 1 });
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByRole("list", { name: `Step ${shown.step} of 3` })).toBeVisible();
  const task = page.getByRole("complementary", { name: "Task" });
  await expect.element(task.getByRole("heading", { name: "Lagoon at low tide" })).toBeVisible();
  await expect.element(task.getByText("Step 3 of 5: approved")).toBeInTheDocument();
  await expect.element(task.getByRole("button", { name: "Play Lagoon at low tide" })).toBeVisible();
  const nav = page.getByRole("navigation", { name: "Main" });
  await expect.element(nav.getByRole("link", { name: "Tasks" })).toBeVisible();
  const [left, middle, right] = [nav, page.getByRole("main"), task].map((one) => box(one.element()));
  expect([left?.right, middle?.right]).toEqual([middle?.left, right?.left]);
  await expect
    .poll(() => document.documentElement.scrollWidth, { message: "scrolls sideways" })
    .toBe(window.innerWidth);

  await page.viewport(390, 844);
  const strip = page.getByRole("region", { name: "Task" });
  await expect.element(strip.getByRole("link", { name: "Lagoon at low tide" })).toBeVisible();
  await expect.element(task).not.toBeInTheDocument();
  const steps = page.getByRole("list", { name: `Step ${shown.step} of 3` });
  expect(box(strip.element()).bottom).toBeLessThan(box(steps.element()).top);
  expect(box(nav.element()).bottom).toBe(844);
  expect(document.documentElement.scrollWidth).toBe(390);
});

test("the picture plays in its place", async () => {
  const { open } = await startPublishing();
  await open(checkProgressPath(12));
  const task = page.getByRole("complementary", { name: "Task" });
  await task.getByRole("button", { name: "Play Lagoon at low tide" }).click();
  await expect.poll(() => task.element().querySelector("video")?.controls).toBe(true);
});

test("the start can be pressed on a phone without scrolling, above the bottom bar", async () => {
  const { open } = await startPublishing();
  await page.viewport(390, 844);
  await open(startUploadPath);
  const start = page.getByRole("button", { name: "Start upload" });
  await expect.element(start).toBeVisible();
  const nav = page.getByRole("navigation", { name: "Main" });
  await expect.poll(() => box(start.element()).bottom < box(nav.element()).top).toBe(true);
});

test("the task states who has approved the version and who is missing", async () => {
  const { api, open } = await startPublishing();
  const approvals = [
    { person: samplePerson(anika), required: true, approvedAt: "2031-05-01T09:00:00.000Z" },
    { person: { ...samplePerson(anika), id: 9, name: "noor" }, required: true, approvedAt: null },
  ];
  api.on(reviewEndpoints.preview, () => samplePreview({ stage: "in_review", approvals }));
  await open(taskUpdatePath(12));
  const task = page.getByRole("complementary", { name: "Task" });
  await expect.element(task).toMatchTextContent(/1 of 2 approved, waiting for noor/);
});
