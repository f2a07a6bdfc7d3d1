import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { previewPath } from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, samplePreview } from "#testing/web/sample-preview.ts";
import { anika, asEditor, meera, sampleTask } from "#testing/web/samples.ts";

const waiting = [14, 12, 10].map((id) => sampleTask({ id, taskTitle: `Take ${id}`, waiting: true }));
const steps = page.getByRole("navigation", { name: "Videos to review" });
const step = (name: string) => steps.getByRole("button", { name });
const shownTask = () => location.pathname.split("/").at(-1);

test("the videos that wait for a decision are one step apart, by button and by key", async () => {
  const { api, open, realtime } = await startScreen(meera);
  answerComments(api);
  api.on(reviewEndpoints.preview, ({ params }) => samplePreview({ taskId: params.id }));
  const requests = api.on(boardEndpoints.fetchTasks, () => waiting);
  await open(previewPath(12));
  await expect.element(step("Previous video to review: Take 14")).toBeVisible();
  await step("Next video to review: Take 10").click();
  await expect.poll(shownTask).toBe("10");
  await expect.element(step("No next video to review")).toBeDisabled();
  await userEvent.keyboard("{Shift>}n{/Shift}");
  await userEvent.keyboard("{Shift>}p{/Shift}");
  await expect.poll(shownTask).toBe("12");
  expect(requests).toHaveLength(1);
  expect(requests[0]?.query).toMatchObject({ waiting: "true", stage: "in_review" });

  // Decided: the neighbours stay.
  await realtime.connect();
  // What may have been missed before the connection.
  await expect.poll(() => requests).toHaveLength(2);
  const undecided = [14, 10].map((id) => sampleTask({ id, taskTitle: `Take ${id}, longer`, waiting: true }));
  api.on(boardEndpoints.fetchTasks, () => undecided);
  realtime.send(taskChanged, { taskId: 12 });
  await expect.element(step("Previous video to review: Take 14, longer")).toBeEnabled();
  await expect.element(step("Next video to review: Take 10, longer")).toBeEnabled();
  await userEvent.keyboard("?");
  await expect.element(page.getByText("Previous or next video to review")).toBeVisible();
});

test("those who don't decide have no such steps, and no request for them", async () => {
  const { api, open } = await startScreen(anika);
  answerComments(api);
  api.on(reviewEndpoints.preview, () => asEditor(samplePreview()));
  const requests = api.on(boardEndpoints.fetchTasks, () => waiting);
  await open(previewPath(12));
  await expect.element(page.getByText("No comments yet")).toBeVisible();
  expect(requests).toEqual([]);
  await expect.element(steps).not.toBeInTheDocument();
});
