import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { tasksPath } from "#core/paths.ts";
import { boardEndpoints, type BoardTask } from "#modules/board/contract.ts";
import { type Screen, startScreen } from "#testing/web/open-screen.tsx";
import { anika, asEditor, meera, sampleTask } from "#testing/web/samples.ts";

const lagoon = sampleTask();
const card = page.getByRole("article", { name: lagoon.taskTitle });
const heading = card.getByText(/^The account of \w+ is suspended$/);

/** A task whose editor, or whose creator, is suspended. */
function taskOf(side: "editor" | "youtuber", stage: BoardTask["stage"] = "assigned"): BoardTask {
  const suspended = { ...(side === "editor" ? lagoon.editor : lagoon.youtuber), suspended: true as const };
  const { id, name, role, profileImgUrl } = side === "editor" ? anika : meera;
  return { ...lagoon, stage, [side]: { id, name, role, profileImgUrl, ...suspended } };
}

function show({ api }: Screen, tasks: BoardTask[]): void {
  api.on(boardEndpoints.countTasks, () => ({ assigned: tasks.length, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => tasks);
}

test("the creator reads what a suspended editor can't do, and can choose another one", async () => {
  const screen = await startScreen(meera);
  show(screen, [taskOf("editor")]);
  await screen.open(tasksPath("YOUTUBER"));
  await expect.element(heading).toBeVisible();
  await expect.element(card.getByText(/Choose another editor, or wait until/)).toBeVisible();
  await expect.element(card.getByRole("button", { name: "Choose another editor" })).toBeVisible();
});

test("a version of a suspended editor can still be decided on", async () => {
  const screen = await startScreen(meera);
  show(screen, [taskOf("editor", "in_review")]);
  await screen.open(tasksPath("YOUTUBER"));
  await expect.element(card.getByText(/You can approve this version/)).toBeVisible();
  await expect.element(card.getByRole("button", { name: "Choose another editor" })).not.toBeInTheDocument();
});

test("the editor of a suspended creator reads what happens next", async () => {
  const screen = await startScreen(anika);
  show(screen, [asEditor(taskOf("youtuber"))]);
  await screen.open(tasksPath("EDITOR"));
  await expect.element(heading).toBeVisible();
  await expect.element(card.getByText(/You can continue your work/)).toBeVisible();
});

test("cards of others have no note", async () => {
  const screen = await startScreen(meera);
  show(screen, [lagoon]);
  await screen.open(tasksPath("YOUTUBER"));
  await expect.element(card).toBeVisible();
  await expect.element(heading).not.toBeInTheDocument();
});
