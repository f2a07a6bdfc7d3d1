import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { previewPath, tasksPath } from "#core/paths.ts";
import type { TaskAbility } from "#core/permission.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { type Preview, reviewEndpoints } from "#modules/review/contract/versions.ts";
import { tasksError } from "#modules/tasks/contract/tasks.ts";
import { relationAbilities } from "#modules/tasks/rules/access.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";
import type { ManagerRight } from "#modules/team/rules/team.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, samplePreview } from "#testing/web/sample-preview.ts";
import { anika, meera } from "#testing/web/samples.ts";

const ofManager = (...rights: ManagerRight[]): TaskAbility[] =>
  relationAbilities([{ kind: "manager", rights }]);

const inReview = samplePreview();
const approved = samplePreview({
  stage: "approved",
  version: inReview.version && { ...inReview.version, state: "approved" },
});

/** The preview as an editor sees it who manages the channel of the task's creator. */
async function openAsManager(preview: Preview, abilities: TaskAbility[]) {
  const screen = await startScreen(anika);
  answerComments(screen.api);
  screen.api.on(deliveriesEndpoints.status, () => ({ publishFailed: false, watchUrl: null }));
  screen.api.on(reviewEndpoints.preview, () => ({ ...preview, abilities }));
  await screen.open(previewPath(12));
  await expect.element(page.getByRole("heading", { name: /Lagoon at low tide$/ })).toBeVisible();
  return screen;
}

const actions = () =>
  page
    .getByRole("region", { name: "Task" })
    .getByRole("button")
    .or(page.getByRole("region", { name: "Task" }).getByRole("link"))
    .elements()
    .map((element) => element.getAttribute("aria-label") ?? element.textContent);

test.each([
  ["without rights", inReview, [], []],
  ["who may review", inReview, ["review"], ["Reject", "Approve"]],
  ["who may publish", inReview, ["publish"], []],
  ["who may review", approved, ["review"], ["Back to review"]],
  ["who may publish", approved, ["publish"], ["Download the original", "Publish details"]],
  ["without rights", approved, [], []],
] satisfies [string, Preview, ManagerRight[], string[]][])(
  "a manager %s sees their own actions only",
  async (_name, preview, rights, expected) => {
    await openAsManager(preview, ofManager(...rights));
    await expect
      .element(page.getByRole("link", { name: "Tasks /" }))
      .toHaveAttribute("href", tasksPath("EDITOR"));
    const all = [
      "Reject",
      "Approve",
      "Back to review",
      "Download the original",
      "Publish details",
      "Upload video",
    ];
    expect(all.filter((name) => actions().some((text) => text?.includes(name)))).toEqual(expected);
  },
);

test("a removed manager loses the open preview", async () => {
  const { api, realtime } = await openAsManager(inReview, ofManager("review"));
  await realtime.connect();
  api.on(reviewEndpoints.preview, () => {
    throw tasksError("task_not_found");
  });
  realtime.send(teamChanged, { creatorId: meera.id });
  await expect.element(page.getByText(/Task not found\. It may have been removed/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Approve" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: /tasks/i }).first()).toBeVisible();
});
