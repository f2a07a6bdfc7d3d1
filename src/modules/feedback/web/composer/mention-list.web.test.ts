import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { previewPath } from "#core/paths.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, sampleComment, samplePreview } from "#testing/web/sample-preview.ts";
import { anika, meera } from "#testing/web/samples.ts";

test("the list of mentions leaves out the user, whose mentions are still highlighted", async () => {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  api.on(reviewEndpoints.preview, () => samplePreview());
  const members = [meera, anika];
  const text = `Ask @${meera.name} again`;
  api.on(feedbackEndpoints.comments, () => ({
    change: 0,
    comments: [{ ...sampleComment, text }],
    next: null,
    members,
  }));
  await open(previewPath(12));
  await page.getByRole("textbox", { name: "Comment on this frame" }).fill("@");
  const offered = page.getByRole("listbox", { name: "Members of this task" }).getByRole("option");
  await expect.element(offered.first()).toMatchTextContent(new RegExp(anika.name));
  expect(offered.elements()).toHaveLength(1);
  await expect.element(page.getByText(`@${meera.name}`, { exact: true })).toHaveClass("text-amber");
});
