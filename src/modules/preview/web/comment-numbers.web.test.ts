import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { previewPath } from "#core/paths.ts";
import { type Comment, feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { countEndpoints } from "#modules/feedback/contract/counts.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, sampleComment, samplePlayback, samplePreview } from "#testing/web/sample-preview.ts";
import { meera } from "#testing/web/samples.ts";

const resolved = { by: "meera", at: sampleComment.createdAt };
let written = 0;
function comment(version: number, change: Partial<Comment> = {}): Comment {
  written += 1;
  const id = `0d6a2b3c-9a52-4ab4-8f5f-${String(written).padStart(12, "0")}`;
  return { ...sampleComment, id, sequence: written, version, text: `Comment ${written}`, ...change };
}

const answered = comment(2, { deleted: true, text: "" });
/** 4 open comments and a resolved one on version 2, which carries over 2 open comments and a resolved one of version 1. */
const own = [
  ...Array.from({ length: 4 }, () => comment(2)),
  comment(2, { resolved }),
  answered,
  comment(2, { parentId: answered.id }),
  comment(2, { parentId: answered.id }),
];
const requests = [
  comment(1),
  comment(1, { done: { version: 2, note: "", at: sampleComment.createdAt } }),
  comment(1, { resolved }),
];

test("one preview has one number of open comments, also where the version carries over requests", async () => {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  api.on(feedbackEndpoints.comments, () => ({ change: 0, comments: own, next: null, members: [] }));
  const rates = [{ version: 1, rate: samplePlayback.rate }];
  api.on(feedbackEndpoints.checklist, () => ({ change: 0, comments: requests, rates, next: null }));
  const firstOpenId = requests[0]?.id ?? "";
  api.on(countEndpoints.commentCounts, () => [
    { version: 1, open: 2, notDone: 1, firstOpenId },
    { version: 2, open: 4, notDone: 4, firstOpenId },
  ]);
  const { version } = samplePreview();
  api.on(reviewEndpoints.preview, () => samplePreview({ version: version && { ...version, number: 2 } }));
  await open(previewPath(12));

  await expect.element(page.getByRole("tab", { name: "Comments 6" })).toBeVisible();
  const filter = (name: RegExp) => page.getByRole("group", { name: "Show" }).getByRole("button", { name });
  const listed = page.getByRole("region", { name: "Comments", exact: true });
  const requested = listed.getByRole("region", { name: "Requested in earlier versions" });
  // The comments on the version are virtualised.
  const shown = () => {
    const [first] = listed.getByRole("article").elements();
    const setSize = Number(first?.getAttribute("aria-setsize") ?? 0);
    return requested.getByRole("listitem").elements().length + setSize;
  };
  await expect.element(filter(/^Open ?6$/)).toHaveAttribute("aria-pressed", "true");
  await expect.poll(shown).toBe(6);
  await filter(/^Resolved ?2$/).click();
  await expect.poll(shown).toBe(2);
  await filter(/^All ?8$/).click();
  // The deleted comment is listed with its replies, but not counted.
  await expect.poll(shown).toBe(9);
  await expect.element(requested.getByText("2 of 3 done")).toBeVisible();

  await page.getByRole("button", { name: "Reject" }).click();
  const rejection = page.getByRole("dialog", { name: "Reject version 2" });
  await expect.element(rejection.getByText(/^The 6 open comments are sent too/)).toBeVisible();
  await rejection.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect
    .element(page.getByText(/6 comments are still open\. 5 of them aren't marked as done\./))
    .toBeVisible();
});
