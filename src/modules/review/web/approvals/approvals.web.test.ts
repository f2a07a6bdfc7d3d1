import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { previewPath } from "#core/paths.ts";
import { notifyThisClient } from "#core/web/realtime.ts";
import { countEndpoints } from "#modules/feedback/contract/counts.ts";
import { historyEndpoints } from "#modules/history/contract/history.ts";
import type { Approval } from "#modules/review/contract/approval.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { samplePlayback, samplePreview } from "#testing/web/sample-preview.ts";
import { anika, meera, samplePerson, sampleTask } from "#testing/web/samples.ts";

const at = "2031-04-02T10:00:00.000Z";
const own: Approval = { person: samplePerson(meera), required: true, approvedAt: null };
const other: Approval = {
  person: { ...samplePerson(anika), id: 9, name: "jonas" },
  required: true,
  approvedAt: at,
};
const section = page.getByRole("region", { name: "Approvals" });

async function openPreview(approvals: () => Approval[]) {
  const screen = await startScreen(meera);
  screen.api.refuseOthers(commonError("not_found"));
  const preview = () =>
    samplePreview({ stage: "in_review", playback: samplePlayback, approvals: approvals() });
  screen.api.on(reviewEndpoints.preview, preview);
  screen.api.on(countEndpoints.commentCounts, () => []);
  await screen.open(previewPath(preview().taskId));
  await expect.element(page.getByRole("button", { name: /^(Approve|Undo approval)$/ }).first()).toBeVisible();
  return { ...screen, taskId: preview().taskId };
}

test("an approval is counted, stays on the preview while others are missing, and can be taken back", async () => {
  let approvals = [own, { ...other, approvedAt: null }];
  const { api, taskId } = await openPreview(() => approvals);
  const decide = (approvedAt: string | null) => () => {
    approvals = [
      { ...own, approvedAt },
      { ...other, approvedAt: null },
    ];
    api.notify(taskChanged, { taskId });
    return { ...sampleTask({ stage: "in_review" }), reviewEndsAt: null };
  };
  const approved = api.on(reviewEndpoints.approve, decide(at));
  const undone = api.on(reviewEndpoints.undoApproval, decide(null));
  await expect.element(section.getByText("0 of 2 approved")).toBeVisible();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await expect.element(question.getByText(/once everyone whose approval is required/)).toBeVisible();
  await question.getByRole("button", { name: "Approve" }).click();
  await expect.element(section.getByText("1 of 2 approved")).toBeVisible();
  await page.getByRole("button", { name: "Undo approval" }).click();
  await expect.element(section.getByText("0 of 2 approved")).toBeVisible();
  expect([approved.length, undone.length]).toEqual([1, 1]);
});

test("others see who has approved, and nothing where one approval is enough", async () => {
  let approvals = [own, other];
  const { taskId } = await openPreview(() => approvals);
  await expect.element(section.getByText("jonas")).toBeVisible();
  await expect.element(section.getByText("has not approved yet")).toBeVisible();
  approvals = [];
  notifyThisClient(taskChanged, { taskId });
  await expect.element(section).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Approve", exact: true })).toBeVisible();
});

test("who has approved completes the approval, once that of others is required no more", async () => {
  let approvals = [
    { ...own, approvedAt: at },
    { ...other, approvedAt: null },
  ];
  const { api, taskId } = await openPreview(() => approvals);
  const approved = api.on(reviewEndpoints.approve, () => {
    return { ...sampleTask({ stage: "approved" }), reviewEndsAt: null };
  });
  await expect.element(page.getByRole("button", { name: "Undo approval" })).toBeVisible();
  approvals = [{ ...own, approvedAt: at }];
  notifyThisClient(taskChanged, { taskId });
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect.poll(() => approved.length).toBe(1);
});

test("the last of the required approvals continues with the next step, and a rejected version waits for none", async () => {
  const { api, open } = await startScreen(meera);
  api.refuseOthers(commonError("not_found"));
  let preview = samplePreview({ stage: "in_review", playback: samplePlayback, approvals: [own, other] });
  api.on(reviewEndpoints.preview, () => preview);
  const firstOpenId = "0d6a2b3c-9a52-4ab4-8f5f-1a2b3c4d5e6f";
  api.on(countEndpoints.commentCounts, () => [{ version: 1, open: 1, notDone: 1, firstOpenId }]);
  await open(previewPath(preview.taskId));
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await expect.element(question.getByText(/^All others have approved it\. Next, you fill in/)).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  const { taskId, version } = preview;
  if (version)
    preview = { ...preview, stage: "changes_requested", version: { ...version, state: "rejected" } };
  const rejected = { kind: "changes_requested" as const, text: "", at, for: "meera", version: 1, count: 1 };
  api.on(historyEndpoints.history, () => [
    { ...rejected, sequence: 1, by: "noor", version: 2 },
    { ...rejected, sequence: 2, by: "jonas" },
  ]);
  notifyThisClient(taskChanged, { taskId });
  await expect.element(page.getByText(/^Version 1 was rejected by jonas\. anika is working/)).toBeVisible();
  await expect.element(section.getByText("has not approved it")).toBeVisible();
});
