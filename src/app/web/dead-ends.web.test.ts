import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { AppError, commonError } from "#core/error.ts";
import {
  authorizeUploadPath,
  checkProgressPath,
  commentSheetPath,
  guestReviewPath,
  previewPath,
  profilePath,
  publicationsPath,
  startUploadPath,
  taskFilesPath,
  tasksPath,
  taskUpdatePath,
  unsubscribePath,
} from "#core/paths.ts";
import { guestEndpoints } from "#modules/feedback/contract/guests.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { tasksEndpoints, tasksError } from "#modules/tasks/contract/tasks.ts";
import type { FakeApi } from "#testing/web/fake-api.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika, asEditor, meera, sampleTask } from "#testing/web/samples.ts";

const refuse = (error: AppError) => () => {
  throw error;
};
const ended = new AppError({
  code: "link_expired",
  status: 410,
  message: "Ask the person who sent it for a new link.",
});

/** A server on which nothing of what is asked for exists. */
function answerNothing(api: FakeApi): void {
  api.refuseOthers(commonError("not_found"));
  api.on(reviewEndpoints.preview, refuse(commonError("not_found")));
}

const toTasks = {
  name: "Go to your tasks",
  href: { meera: tasksPath("YOUTUBER"), anika: tasksPath("EDITOR") },
};

const addresses: [address: string, sentence: RegExp][] = [
  [previewPath(999), /^Error loading video preview: Not found/],
  ["/video-preview/twelve", /^Task ID is invalid or missing/],
  [taskUpdatePath(999), /^Failed to load task dataThis task doesn't exist, or it isn't yours\./],
  ["/task-update/twelve", /^Invalid Task ID/],
  ["/task-files/twelve", /^Invalid Task ID/],
  [taskFilesPath(999), /^Not found/],
  [checkProgressPath(999), /^Not found\. It may have been deleted, or you don't have access to it\./],
  ["/check-progress/twelve", /^Invalid Task ID/],
  [startUploadPath, /^no taskId was provided/],
  [`${authorizeUploadPath}?code=4`, /^no taskId was provided/],
  [`${commentSheetPath(999)}?version=1`, /^Not found/],
  ["/comment-sheet/twelve", /^Invalid Task ID/],
  [commentSheetPath(999), /^Invalid version/],
  [profilePath({ role: "EDITOR", name: "nobody" }), /^nobody doesn't exist/],
  [unsubscribePath("outdated"), /^Not found/],
  ["/no-such-page", /^This page doesn't exist/],
];

test("visitors are led to the home page", async () => {
  const { open } = await startScreen(null);
  await open("/no-such-page");
  await expect
    .element(page.getByRole("alert").getByRole("link", { name: "Go to the home page" }))
    .toHaveAttribute("href", "/");
});

test("an ended review link says so, and leads guests to the home page", async () => {
  const { api, open } = await startScreen(null);
  api.refuseOthers(commonError("no_guest"));
  api.on(guestEndpoints.checkGuestLink, refuse(ended));
  await open(guestReviewPath("5b0c33e8-5f0c-4c57-9d0c-3f6f6d0f7a11", "secret"));
  await expect.element(page.getByRole("heading", { name: "This link has expired", level: 1 })).toBeVisible();
  await expect
    .element(page.getByRole("alert"))
    .toMatchTextContent(/^Ask the person who sent it for a new link\./);
  await expect.element(page.getByRole("link", { name: "Go to the home page" })).toHaveAttribute("href", "/");
});

test.each(
  addresses.flatMap(([address, sentence]) => [
    { who: "a creator", user: meera, address, sentence, href: toTasks.href.meera },
    { who: "an editor", user: anika, address, sentence, href: toTasks.href.anika },
  ]),
)(
  "$address tells $who what is wrong, and leads to their tasks",
  async ({ user, address, sentence, href }) => {
    const { api, open } = await startScreen(user);
    answerNothing(api);
    await open(address);
    const alert = page.getByRole("alert");
    await expect.element(alert).toMatchTextContent(sentence);
    await expect.element(alert.getByRole("link", { name: toTasks.name })).toHaveAttribute("href", href);
    await expect.element(page.getByRole("button", { name: "Try again" })).not.toBeInTheDocument();
    expect(document.querySelectorAll("main#content")).toHaveLength(1);
  },
);

test("the editor of a task is told who can publish it, and led to the preview", async () => {
  const { api, open } = await startScreen(anika);
  api.on(tasksEndpoints.fetchTask, () => asEditor(sampleTask({ stage: "approved" })));
  api.on(deliveriesEndpoints.progress, refuse(tasksError("missing_right")));
  api.on(destinationsEndpoints.choice, refuse(tasksError("missing_right")));
  for (const [address, sentence] of [
    [taskUpdatePath(12), /^Only meera can publish this video\./],
    [checkProgressPath(12), /^Only the creator of the task can follow its publication\./],
  ] as const) {
    await open(address);
    await expect.element(page.getByRole("alert")).toMatchTextContent(sentence);
    const back = page.getByRole("alert").getByRole("link").first();
    await expect.element(back).toHaveAttribute("href", previewPath(12));
    await expect.element(page.getByRole("list", { name: /^Step/ })).not.toBeInTheDocument();
  }
});

test("the Publications screen leads editors to their tasks", async () => {
  const { api, open } = await startScreen(anika);
  answerNothing(api);
  await open(publicationsPath("YOUTUBER"));
  const alert = page.getByRole("alert");
  await expect.element(alert).toMatchTextContent(/^This page is for creators/);
  await expect
    .element(alert.getByRole("link", { name: toTasks.name }))
    .toHaveAttribute("href", toTasks.href.anika);
});
