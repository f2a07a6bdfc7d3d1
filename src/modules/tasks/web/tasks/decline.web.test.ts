import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { AppError } from "#core/error.ts";
import { tasksPath } from "#core/paths.ts";
import { boardEndpoints, type BoardTask } from "#modules/board/contract/board.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { ConnectionLost } from "#testing/web/fake-api.ts";
import { type Screen, startScreen } from "#testing/web/open-screen.tsx";
import { anika, asEditor, meera, sampleTask } from "#testing/web/samples.ts";

const lagoon = sampleTask();
const card = page.getByRole("article", { name: lagoon.taskTitle });
const dialog = page.getByRole("dialog", { name: "Decline this task?" });
const confirm = dialog.getByRole("button", { name: "Decline task" });

function show({ api }: Screen, tasks: BoardTask[]): void {
  api.on(boardEndpoints.countTasks, () => ({ assigned: tasks.length, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => tasks);
}

/** The dialog for declining `lagoon`, opened from the editor's card. */
async function openDialog(): Promise<Screen> {
  const screen = await startScreen(anika);
  show(screen, [asEditor(lagoon)]);
  await screen.open(tasksPath("EDITOR"));
  await card.getByRole("button", { name: `More for ${lagoon.taskTitle}` }).click();
  await page.getByRole("menuitem", { name: "Decline task" }).click();
  await expect.element(dialog).toBeVisible();
  return screen;
}

test("an editor declines with a reason, and the task leaves their list", async () => {
  const screen = await openDialog();
  const sent: unknown[] = [];
  screen.api.on(tasksEndpoints.declineTask, ({ params, body }) => {
    sent.push({ ...params, ...body });
    show(screen, []);
    screen.api.notify(taskChanged, { taskId: params.id });
    return null;
  });
  await confirm.click();
  await expect.element(dialog.getByRole("alert").getByText("Reason is required")).toBeVisible();
  expect(sent).toEqual([]);
  await dialog.getByLabelText("Reason").fill("I'm booked until June.");
  await confirm.click();
  await expect.element(page.getByText("Task declined.")).toBeVisible();
  await expect.element(card).not.toBeInTheDocument();
  expect(sent).toEqual([{ id: lagoon.id, reason: "I'm booked until June.", block: false }]);
});

test("a reason that the server refuses is explained at the field, and not in a toast", async () => {
  const screen = await openDialog();
  const message = "Too long for the server";
  screen.api.on(tasksEndpoints.declineTask, () => {
    const issues = [{ path: "reason", message }];
    throw new AppError({ code: "invalid", status: 422, message: "Invalid form", issues });
  });
  await dialog.getByLabelText("Reason").fill("I'm booked until June.");
  await confirm.click();
  await expect.element(dialog.getByRole("alert").getByText(message)).toBeVisible();
  expect(page.getByText("Invalid form").elements()).toEqual([]);
});

test("the creator can be blocked from there, and a failed request loses nothing", async () => {
  const screen = await openDialog();
  screen.api.on(tasksEndpoints.declineTask, () => {
    throw new ConnectionLost();
  });
  await dialog.getByLabelText("Reason").fill("Please stop.");
  await dialog.getByLabelText("Block meera").click();
  await confirm.click();
  await expect.element(page.getByText("Failed to decline the task")).toBeVisible();
  await expect.element(dialog.getByLabelText("Reason")).toHaveValue("Please stop.");
  screen.api.on(tasksEndpoints.declineTask, ({ body }) => {
    expect(body.block).toBe(true);
    return null;
  });
  await confirm.click();
  await expect.element(page.getByText("You blocked meera.")).toBeVisible();
});

test("a task with an approved version can't be declined", async () => {
  const screen = await startScreen(anika);
  show(screen, [asEditor({ ...lagoon, stage: "approved", version: 1 })]);
  await screen.open(tasksPath("EDITOR"));
  await expect.element(card).toBeVisible();
  await expect
    .element(card.getByRole("button", { name: `More for ${lagoon.taskTitle}` }))
    .not.toBeInTheDocument();
});

test("the creator sees the reason live, and chooses another editor in the form", async () => {
  const screen = await startScreen(meera);
  const declined = { reason: "I'm booked until June.", at: "2031-04-02T09:00:00.000Z" };
  show(screen, [lagoon]);
  await screen.open(tasksPath("YOUTUBER"));
  await screen.realtime.connect();
  const choose = card.getByRole("button", { name: "Choose another editor" });
  await expect.element(card.getByText("assigned to")).toBeVisible();
  await expect.element(choose).not.toBeInTheDocument();
  show(screen, [{ ...lagoon, declined }]);
  screen.realtime.send(taskChanged, { taskId: lagoon.id });
  await expect.element(card.getByText(declined.reason)).toBeVisible();
  screen.api.on(tasksEndpoints.fetchTask, () => ({ ...lagoon, declined }));
  await choose.click();
  const form = page.getByRole("dialog", { name: "Edit task" });
  await expect.element(form.getByLabelText("Task title")).toHaveValue(lagoon.taskTitle);
  await expect.element(form.getByLabelText("Editor")).toHaveValue("");
  await userEvent.keyboard("{Escape}");
});

test("in review, the creator learns that the version can still be approved", async () => {
  const screen = await startScreen(meera);
  const declined = { reason: "I'm booked until June.", at: "2031-04-02T09:00:00.000Z" };
  show(screen, [{ ...lagoon, stage: "in_review", version: 1, declined }]);
  await screen.open(tasksPath("YOUTUBER"));
  await expect.element(card.getByText(/You can still approve this version/)).toBeVisible();
  await expect.element(card.getByRole("button", { name: "Choose another editor" })).not.toBeInTheDocument();
});
