import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { tasksPath } from "#core/paths.ts";
import { boardEndpoints, type BoardTask } from "#modules/board/contract/board.ts";
import type { PersonCard, User } from "#modules/people/contract/people.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { relationAbilities } from "#modules/tasks/rules/access.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import type { ManagerRight } from "#modules/team/rules/team.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika, meera, samplePerson, sampleTask } from "#testing/web/samples.ts";

const jonas: User = { ...meera, id: 5, name: "jonas" };
const picture = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const noor: PersonCard = { ...samplePerson(anika), id: 6, name: "noor", profileImgUrl: picture };
const sheet = page.getByRole("dialog", { name: "Create Task" });
const channel = sheet.getByLabelText("Creator");
const createButton = page.getByRole("button", { name: "Create Task" });

/** The Tasks screen of a user who may create tasks for these creators. */
async function openTasks(
  user: User,
  {
    managed,
    tasks = [],
    defaultEditor = null,
  }: { managed: User[]; tasks?: BoardTask[]; defaultEditor?: PersonCard | null },
) {
  const screen = await startScreen(user);
  const { api } = screen;
  const rights: ManagerRight[] = ["create_tasks"];
  const channels =
    managed.length === 0
      ? {}
      : { channels: managed.map((one) => ({ ...samplePerson(one), rights, defaultEditor })) };
  api.on(boardEndpoints.countTasks, () => ({ assigned: tasks.length, completed: 0, ...channels }));
  api.on(boardEndpoints.fetchTasks, ({ query }) => (query.waiting ? [] : tasks));
  const teams = managed.map((one) => ({
    creator: samplePerson(one),
    kind: "manager" as const,
    memberSince: one.createdAt,
    editorNotes: [],
    rights,
  }));
  api.on(teamEndpoints.teams, () => ({ teams, invitations: [] }));
  const searches = api.on(tasksEndpoints.searchEditors, () => [{ ...samplePerson(anika), teammate: true }]);
  await screen.open(tasksPath(user.role === "YOUTUBER" ? "YOUTUBER" : "EDITOR"));
  return { ...screen, searches };
}

/** The address of the picture beside the editor's name. */
const pictureOf = () => sheet.element().querySelector("img")?.getAttribute("src");

async function fillBrief(): Promise<void> {
  await sheet.getByLabelText("Task title").fill("Herons");
  await sheet.getByLabelText("Work description").fill("Open on the lagoon.");
  await sheet.getByLabelText("Deadline").fill("2031-05-17");
}

async function chooseEditor(detail: RegExp): Promise<void> {
  await sheet.getByRole("combobox", { name: "Editor" }).fill("anika");
  await sheet.getByRole("option", { name: detail }).click();
}

test("a manager without a role reads for whom they work, and creates a task for that creator", async () => {
  const { api } = await openTasks({ ...anika, role: "NORMAL" }, { managed: [meera] });
  const work = page.getByRole("region", { name: "You work for" });
  await expect.element(work.getByRole("link", { name: "meera" })).toBeVisible();
  await expect.element(work.getByText("create tasks and assign editors")).toBeVisible();
  await expect.element(work.getByText("approve versions and request changes")).not.toBeInTheDocument();
  await expect.element(page.getByText("How uploading works")).not.toBeInTheDocument();
  const created = api.on(tasksEndpoints.createTask, () => sampleTask());
  await createButton.click();
  await expect.element(channel).toHaveDisplayValue("meera");
  expect(channel.getByRole("option").all()).toHaveLength(1);
  await fillBrief();
  await chooseEditor(/worked with meera/);
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => created.map(({ fields }) => fields.channel)).toEqual([meera.id]);
});

test("an editor who manages a channel creates a task for it", async () => {
  const { api, searches } = await openTasks(anika, { managed: [meera] });
  const created = api.on(tasksEndpoints.createTask, () => sampleTask());
  await createButton.click();
  await expect.element(channel).toHaveDisplayValue("meera");
  await fillBrief();
  await chooseEditor(/worked with meera/);
  await expect.element(sheet.getByRole("button", { name: "Invite an editor" })).not.toBeInTheDocument();
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(created.map(({ fields }) => fields.channel)).toEqual([meera.id]);
  expect(searches.every(({ query }) => query.channel === meera.id)).toBe(true);
});

test("the default editor of the chosen channel is selected first", async () => {
  const { api } = await openTasks(meera, { managed: [jonas], defaultEditor: noor });
  const created = api.on(tasksEndpoints.createTask, () => sampleTask());
  await createButton.first().click();
  const editor = sheet.getByLabelText("Editor", { exact: true });
  await expect.element(editor).toHaveValue("");
  await chooseEditor(/worked with you/);
  await userEvent.selectOptions(channel, "jonas");
  await expect.element(editor).toHaveValue("noor");
  await expect.poll(pictureOf).toBe(picture);
  await userEvent.selectOptions(channel, "meera (you)");
  await expect.element(editor).toHaveValue("");
  await userEvent.selectOptions(channel, "jonas");
  await fillBrief();
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(created.map(({ fields }) => fields)).toMatchObject([{ channel: jonas.id, assignedTo: "noor" }]);
});

test("a manager of one channel starts with its default editor", async () => {
  await openTasks(anika, { managed: [jonas], defaultEditor: noor });
  await createButton.first().click();
  await expect.element(sheet.getByLabelText("Editor", { exact: true })).toHaveValue("noor");
  await expect.poll(pictureOf).toBe(picture);
});

test("a creator who manages a channel starts in the own one, and the chosen one is kept with unsaved changes", async () => {
  const { api, reload, searches } = await openTasks(meera, { managed: [jonas] });
  const created = api.on(tasksEndpoints.createTask, () => sampleTask());
  await createButton.first().click();
  await expect.element(channel).toHaveDisplayValue("meera (you)");
  await expect.element(sheet.getByRole("button", { name: "Invite an editor" })).toBeVisible();
  await fillBrief();
  await chooseEditor(/worked with you/);
  await userEvent.selectOptions(channel, "jonas");
  await expect.element(sheet.getByRole("combobox", { name: "Editor" })).toHaveValue("");
  await reload();
  await expect.element(channel).toHaveDisplayValue("jonas");
  await chooseEditor(/worked with jonas/);
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(created.map(({ fields }) => fields.channel)).toEqual([jonas.id]);
  expect(searches.at(-1)?.query.channel).toBe(jonas.id);
});

test("a stored draft for a channel that is not managed any more is offered for the own one", async () => {
  const { api, reload } = await openTasks(meera, { managed: [jonas] });
  const created = api.on(tasksEndpoints.createTask, () => sampleTask());
  await createButton.first().click();
  await fillBrief();
  await userEvent.selectOptions(channel, "jonas");
  api.on(boardEndpoints.countTasks, () => ({ assigned: 0, completed: 0 }));
  await reload();
  await expect.element(sheet.getByLabelText("Task title")).toHaveValue("Herons");
  await expect.element(channel).not.toBeInTheDocument();
  await chooseEditor(/worked with you/);
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(created.map(({ fields }) => fields.channel)).toEqual([undefined]);
});

test("creators who manage no channel have no such field", async () => {
  await openTasks(meera, { managed: [] });
  await createButton.first().click();
  await expect.element(sheet.getByLabelText("Task title")).toBeVisible();
  await expect.element(channel).not.toBeInTheDocument();
});

test("editors who manage no channel create no tasks", async () => {
  await openTasks(anika, { managed: [] });
  await expect.element(page.getByText("No tasks currently assigned yet.")).toBeVisible();
  await expect.element(createButton).not.toBeInTheDocument();
});

test("managers duplicate tasks of their channels, without a choice of the channel", async () => {
  const abilities = relationAbilities([{ kind: "manager", rights: ["create_tasks"] }]);
  const task = sampleTask({ abilities });
  const { api, searches } = await openTasks(anika, { managed: [meera], tasks: [task] });
  api.on(tasksEndpoints.fetchTask, () => task);
  const created = api.on(tasksEndpoints.createTask, () => task);
  await page.getByRole("button", { name: `More for ${task.taskTitle}` }).click();
  await page.getByRole("menuitem", { name: "Duplicate task" }).click();
  const copy = page.getByRole("dialog", { name: "Duplicate task" });
  await expect.element(copy.getByLabelText("Task title")).toHaveValue(task.taskTitle);
  await expect.element(copy.getByLabelText("Creator")).not.toBeInTheDocument();
  await copy.getByRole("button", { name: "Remove anika" }).click();
  await copy.getByRole("combobox", { name: "Editor" }).fill("an");
  await copy.getByRole("option", { name: /worked with meera/ }).click();
  await copy.getByRole("button", { name: "Save" }).click();
  await expect.element(copy).not.toBeInTheDocument();
  expect(created.map(({ fields: { copyOf, channel: of } }) => ({ copyOf, of }))).toEqual([
    { copyOf: task.id, of: undefined },
  ]);
  expect(searches.at(-1)?.query).toMatchObject({ channel: meera.id });
});

test("the palette offers a new task to editors who manage a channel with the right", async () => {
  const { api } = await openTasks(anika, { managed: [meera] });
  api.refuseOthers(commonError("not_found"));
  await expect.element(page.getByRole("main")).toBeVisible();
  await userEvent.keyboard("{Control>}j{/Control}");
  await page.getByRole("option", { name: "Create task" }).click();
  await expect.element(channel).toHaveDisplayValue("meera");
});
