import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { previewPath } from "#core/paths.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, sampleComment, samplePreview } from "#testing/web/sample-preview.ts";
import { meera } from "#testing/web/samples.ts";

test("all parts of the screen share one request, and a version that is opened again requests changes only", async () => {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  const first = samplePreview();
  const version = first.version && { ...first.version, number: 2 };
  api.on(reviewEndpoints.preview, ({ query }) =>
    query.version === 1 ? { ...first, current: version } : { ...first, version },
  );
  const requested: number[] = [];
  api.on(feedbackEndpoints.comments, ({ query }) => {
    requested.push(query.version);
    return { change: 0, comments: [], next: null, members: [] };
  });
  await open(previewPath(12, 1));
  await expect.element(page.getByText("No comments yet")).toBeVisible();
  await page.getByRole("link", { name: "Open version 2" }).click();
  await expect.element(page.getByText("No comments yet")).toBeVisible();
  await expect.poll(() => requested).toEqual([1, 2]);
  api.on(feedbackEndpoints.commentChanges, () => ({ change: 1, comments: [sampleComment], more: false }));
  history.back();
  await expect.element(page.getByRole("article")).toBeVisible();
  await expect.element(page.getByRole("toolbar", { name: "Marks on the timeline" })).toBeVisible();
  await expect.element(page.getByRole("tab", { name: "Comments 1" })).toBeVisible();
  expect(requested).toEqual([1, 2]);
});
