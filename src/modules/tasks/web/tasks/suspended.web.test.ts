import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { tasksPath } from "#core/paths.ts";
import { boardEndpoints, type BoardTask } from "#modules/board/contract/board.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import { type Screen, startScreen } from "#testing/web/open-screen.tsx";
import { anika, asEditor, meera, samplePerson, sampleTask } from "#testing/web/samples.ts";

const lagoon = sampleTask();
const noor = { ...samplePerson(anika), id: 9, name: "noor" };
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

const form = page.getByRole("dialog", { name: "Edit task" });
const editor = page.getByLabelText("Editor", { exact: true });

test("the form of a task says that its editor is suspended, and what to do", async () => {
  const screen = await startScreen(meera);
  const task = taskOf("editor");
  show(screen, [task]);
  screen.api.on(tasksEndpoints.fetchTask, () => task);
  screen.api.on(tasksEndpoints.searchEditors, () => [{ ...noor, teammate: false }]);
  await screen.open(tasksPath("YOUTUBER"));
  await card.getByRole("button", { name: "Edit" }).click();
  await expect.element(editor).toHaveValue(anika.name);
  const hint = "This account is suspended. Choose another editor, or wait until the account is restored.";
  await expect.element(editor).toHaveAccessibleDescription(hint);
  const saved = screen.api.on(tasksEndpoints.updateTask, () => task);
  await form.getByLabelText("Task title").fill("Lagoon at noon");
  await form.getByRole("button", { name: "Save" }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(saved.map(({ fields }) => fields.assignedTo)).toEqual([anika.name]);

  await card.getByRole("button", { name: "Edit" }).click();
  await form.getByRole("button", { name: `Remove ${anika.name}` }).click();
  await editor.fill("noo");
  await page.getByRole("option", { name: noor.name }).click();
  await expect.element(editor).toHaveValue(noor.name);
  await expect.element(form.getByText(/This account is suspended/)).not.toBeInTheDocument();
});

test("the form says why a suspended editor can't be changed yet", async () => {
  const screen = await startScreen(meera);
  const task = taskOf("editor", "in_review");
  show(screen, [task]);
  screen.api.on(tasksEndpoints.fetchTask, () => task);
  await screen.open(tasksPath("YOUTUBER"));
  await card.getByRole("button", { name: "Edit" }).click();
  await expect
    .element(editor)
    .toHaveAccessibleDescription(/^This account is suspended\. You can't change the editor while/);
  await expect.element(form.getByRole("button", { name: `Remove ${anika.name}` })).toBeDisabled();
});

test("a copy of a task doesn't offer its suspended editor", async () => {
  const screen = await startScreen(meera);
  const task = { ...taskOf("editor", "published"), isCompleted: true };
  show(screen, [task]);
  screen.api.on(tasksEndpoints.fetchTask, () => task);
  await screen.open(tasksPath("YOUTUBER"));
  await page.getByRole("button", { name: `More for ${task.taskTitle}` }).click();
  await page.getByRole("menuitem", { name: "Duplicate task" }).click();
  await expect.element(page.getByLabelText("Task title")).toHaveValue(task.taskTitle);
  await expect.element(editor).toHaveValue("");
});

test("a suspended default editor isn't selected in a new task", async () => {
  const screen = await startScreen(meera);
  show(screen, [lagoon]);
  const member = {
    person: { ...samplePerson(anika), suspended: true as const },
    kind: "editor" as const,
    rights: [],
    publishAgreementAt: null,
    approvalRequired: false,
    isDefault: true,
    note: "",
    memberSince: "2031-04-01T09:00:00.000Z",
  };
  const asked = screen.api.on(teamEndpoints.team, () => ({ members: [member], invitations: [] }));
  await screen.open(tasksPath("YOUTUBER"));
  await page.getByRole("button", { name: "Create Task" }).first().click();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  // The search is answered after the team was: an editor who had been selected would have taken its place.
  screen.api.on(tasksEndpoints.searchEditors, () => [{ ...noor, teammate: false }]);
  await page.getByRole("combobox", { name: "Editor" }).fill("noo");
  await page.getByRole("option", { name: noor.name }).click();
  await expect.element(editor).toHaveValue(noor.name);
});
