import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { previewPath } from "#core/paths.ts";
import { countEndpoints } from "#modules/feedback/contract/counts.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, samplePreview } from "#testing/web/sample-preview.ts";
import { meera } from "#testing/web/samples.ts";

test("no button of the reject dialog moves when the number of open comments loads", async () => {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  const counts =
    Promise.withResolvers<{ version: number; open: number; notDone: number; firstOpenId: string }[]>();
  api.on(countEndpoints.commentCounts, () => counts.promise);
  api.on(reviewEndpoints.preview, () => samplePreview());
  await open(previewPath(12));

  await page.getByRole("button", { name: "Reject" }).click();
  const dialog = page.getByRole("dialog", { name: /^Reject version/ });
  const button = dialog.getByRole("button", { name: "Reject", exact: true });
  await expect.element(button).toBeVisible();
  const top = () => button.element().getBoundingClientRect().top;
  const before = top();
  const firstOpenId = "0d6a2b3c-9a52-4ab4-8f5f-000000000001";
  counts.resolve([{ version: 1, open: 1, notDone: 1, firstOpenId }]);
  await expect.element(dialog.getByText(/^The open comment is sent too/)).toBeVisible();
  expect(top()).toBeCloseTo(before);
});
