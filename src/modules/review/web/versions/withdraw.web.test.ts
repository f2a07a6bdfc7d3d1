import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { previewTabPath } from "#core/paths.ts";
import { type Preview, reviewEndpoints } from "#modules/review/contract/versions.ts";
import { withdrawalEndpoints } from "#modules/review/contract/withdrawals.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, preparedPreview, samplePreview } from "#testing/web/sample-preview.ts";
import { anika, asEditor, meera, sampleTask } from "#testing/web/samples.ts";

const withdraw = page.getByRole("button", { name: "Withdraw this version" });

async function openPreview(preview: Preview, user = anika) {
  const screen = await startScreen(user);
  answerComments(screen.api);
  let current = user === anika ? asEditor(preview) : preview;
  screen.api.on(reviewEndpoints.versions, () => (current.version ? [current.version] : []));
  screen.api.on(reviewEndpoints.preview, () => current);
  await screen.open(previewTabPath(12, "versions"));
  await expect.element(page.getByRole("heading", { name: /Lagoon at low tide$/ })).toBeVisible();
  return { ...screen, change: (next: Preview) => (current = asEditor(next)) };
}

test("the editor withdraws a version in review with a reason", async () => {
  const inReview = samplePreview();
  const { api, change } = await openPreview(inReview);
  const sent = api.on(withdrawalEndpoints.withdrawVersion, () => {
    const { version } = inReview;
    change({
      ...inReview,
      stage: "assigned",
      playback: null,
      version: version && {
        ...version,
        state: "withdrawn",
        withdrawalReason: "The wrong export.",
        playable: false,
      },
    });
    api.notify(taskChanged, { taskId: 12 });
    return asEditor(sampleTask());
  });
  await withdraw.click();
  const dialog = page.getByRole("dialog", { name: "Withdraw version 1?" });
  await dialog.getByRole("button", { name: "Withdraw version" }).click();
  await expect.element(page.getByText("Write why you withdraw this version.")).toBeVisible();
  expect(sent).toHaveLength(0);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The wrong export.");
  await dialog.getByRole("button", { name: "Withdraw version" }).click();
  await expect.element(page.getByText("Version 1 was withdrawn")).toBeVisible();
  await expect.element(page.getByText(/“The wrong export\.” Upload the next one\./)).toBeVisible();
  expect(sent[0]?.body).toEqual({ version: 1, reason: "The wrong export." });
  await expect.element(withdraw).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "Version 1", exact: true })).toHaveFocus();
});

test("a version that is being prepared can be withdrawn", async () => {
  await openPreview(preparedPreview(0.4));
  await expect.element(withdraw).toBeVisible();
});

test.each([
  ["a decided version can't be withdrawn", "approved", anika],
  ["the creator rejects instead", "in_review", meera],
] as const)("%s", async (_name, state, user) => {
  const { version } = samplePreview();
  await openPreview(samplePreview({ stage: state, version: version && { ...version, state } }), user);
  await expect.element(page.getByRole("region", { name: "Versions" }).getByText("lagoon.webm")).toBeVisible();
  await expect.element(withdraw).not.toBeInTheDocument();
});
