import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";

import { AppError } from "#core/error.ts";
import { privacyPath, tasksPath } from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { tasksEndpoints, tasksError } from "#modules/tasks/contract/tasks.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import { ConnectionLost } from "#testing/web/fake-api.ts";
import { pictureFile } from "#testing/web/files.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika, meera, samplePerson, sampleTask } from "#testing/web/samples.ts";

import { taskDraftsKey } from "../storage-keys.ts";

const herons = sampleTask();
const ferry = sampleTask({ id: 13, taskTitle: "Ferry", workDescription: "Cut Ferry." });
const question = page.getByRole("alertdialog", { name: "Discard changes?" });
const newTask = page.getByRole("dialog", { name: "Create Task" });
const editedTask = page.getByRole("dialog", { name: "Edit task" });

/** The Tasks screen of a creator with these tasks. */
async function openTasks(tasks = [herons]) {
  const screen = await startScreen(meera);
  const { api } = screen;
  api.on(boardEndpoints.countTasks, () => ({ assigned: tasks.length, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => tasks);
  api.on(tasksEndpoints.fetchTask, ({ params: { id } }) => find(id));
  const { id, name, role, profileImgUrl } = anika;
  api.on(tasksEndpoints.searchEditors, () => [{ id, name, role, profileImgUrl, teammate: true }]);
  await screen.open(tasksPath("YOUTUBER"));
  await expect.element(page.getByRole("heading", { name: "Tasks", exact: true })).toBeVisible();
  const find = (id: number) => {
    const task = tasks.find((one) => one.id === id);
    if (!task) throw tasksError("task_not_found");
    return task;
  };
  return screen;
}

async function edit(taskTitle: string): Promise<Locator> {
  await page.getByRole("article", { name: taskTitle }).getByRole("button", { name: "Edit" }).click();
  await expect.element(editedTask.getByLabelText("Task title")).toHaveValue(taskTitle);
  await expect.element(editedTask.getByLabelText("Task title")).toHaveFocus();
  return editedTask;
}

async function openNew(): Promise<void> {
  await page.getByRole("button", { name: "Create Task" }).first().click();
  await expect.element(newTask.getByLabelText("Task title")).toHaveFocus();
}

async function isGone(sheet: Locator): Promise<void> {
  await expect.element(sheet).not.toBeInTheDocument();
}

test("shows a skeleton while the task is loading, and an error state that can be retried", async () => {
  const { api } = await openTasks();
  const loading = Promise.withResolvers<typeof herons>();
  api.on(tasksEndpoints.fetchTask, () => loading.promise);
  await page.getByRole("button", { name: "Edit" }).click();
  const status = editedTask.getByRole("status").filter({ hasText: "Loading the task" });
  await expect.element(status).toBeInTheDocument();
  expect(status.element().querySelectorAll(".mb-6")).toHaveLength(5);
  await expect.element(editedTask.getByRole("button", { name: "Save" })).toBeDisabled();
  loading.resolve(herons);
  await expect.element(editedTask.getByLabelText("Task title")).toHaveValue(herons.taskTitle);
  await userEvent.keyboard("{Escape}");
  await isGone(editedTask);

  api.on(tasksEndpoints.fetchTask, () => {
    throw tasksError("task_not_found");
  });
  await page.getByRole("button", { name: "Edit" }).click();
  await expect.element(editedTask.getByText("Failed to load task data")).toBeVisible();
  // In the sheet and as a toast.
  await expect.poll(() => page.getByText("Failed to load task data").elements()).toHaveLength(2);
  api.on(tasksEndpoints.fetchTask, () => herons);
  await editedTask.getByRole("button", { name: "Try again" }).click();
  await expect.element(editedTask.getByLabelText("Task title")).toHaveValue(herons.taskTitle);
});

test("keeps the changes after a failed save and an accidental close, and forgets them when discarded", async () => {
  const { api } = await openTasks();
  const sheet = await edit(herons.taskTitle);
  const description = sheet.getByLabelText("Work description");
  await description.fill("Only the herons.");
  api.on(tasksEndpoints.updateTask, () => {
    throw new ConnectionLost();
  });
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Failed to save task")).toBeVisible();
  await expect.element(description).toHaveValue("Only the herons.");
  await userEvent.keyboard("{Escape}");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(description).toHaveValue("Only the herons.");
  await userEvent.keyboard("{Escape}");
  await question.getByRole("button", { name: "Discard" }).click();
  await isGone(sheet);
  await edit(herons.taskTitle);
  await expect.element(description).toHaveValue(herons.workDescription);
  // Nothing to discard.
  await userEvent.keyboard("{Escape}");
  await isGone(sheet);
});

test("keeps the chosen files after a refusal", async () => {
  const { api } = await openTasks();
  api.on(tasksEndpoints.updateTask, () => {
    throw new AppError({ code: "too_large", status: 413, message: "Request too large." });
  });
  const sheet = await edit(herons.taskTitle);
  await userEvent.upload(sheet.getByLabelText(/^Reference files/), await pictureFile("tides.png"));
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Request too large.")).toBeVisible();
  await expect.element(sheet.getByText("tides.png")).toBeVisible();
});

test("is locked while it is saved, and saving can be stopped", async () => {
  const { api } = await openTasks();
  const saves = api.on(tasksEndpoints.updateTask, () => new Promise(() => undefined));
  const sheet = await edit(herons.taskTitle);
  const description = sheet.getByLabelText("Work description");
  await description.fill("Only the herons.");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect.element(sheet.getByRole("button", { name: "Saving..." })).toBeVisible();
  await expect.element(description).toBeDisabled();
  await expect.poll(() => saves).toHaveLength(1);
  await userEvent.keyboard("{Escape}");
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(sheet).toBeVisible();
  await sheet.getByRole("button", { name: "Stop" }).click();
  await expect.element(sheet.getByRole("button", { name: "Save" })).toBeEnabled();
  await expect.element(description).toHaveValue("Only the herons.");
  await expect.element(page.getByText("Failed to save task")).not.toBeInTheDocument();
});

test("selects the default editor of the team first, which is no change to discard", async () => {
  const { api } = await openTasks();
  const rights = { rights: [], publishAgreementAt: null };
  const profileImgUrl = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
  const person = { ...samplePerson(anika), profileImgUrl };
  const member = { ...rights, person, kind: "editor" as const };
  api.on(teamEndpoints.team, () => ({
    members: [
      {
        ...member,
        approvalRequired: false,
        isDefault: true,
        note: "",
        memberSince: "2031-04-01T09:00:00.000Z",
      },
    ],
    invitations: [],
  }));
  for (const opened of ["first", "again"]) {
    await openNew();
    await expect.element(newTask.getByLabelText("Editor"), { message: opened }).toHaveValue("anika");
    const pictures = newTask.element().querySelectorAll("img");
    expect([...pictures].map((each) => each.src)).toEqual([profileImgUrl]);
    await userEvent.keyboard("{Escape}");
    await isGone(newTask);
  }
  await edit(herons.taskTitle);
  await expect.element(editedTask.getByLabelText("Editor")).toHaveValue("anika");
});

test("the list of editors stays in a low window, and Escape closes only the list", async () => {
  const { api } = await openTasks();
  const editors = Array.from({ length: 9 }, (_, n) => ({
    ...samplePerson(anika),
    id: 20 + n,
    name: `anika${n}`,
    teammate: true,
  }));
  api.on(tasksEndpoints.searchEditors, () => editors);
  await page.viewport(390, 480);
  await openNew();
  const editor = newTask.getByRole("combobox", { name: "Editor" });
  const list = newTask.getByRole("listbox");
  const box = () => list.element().getBoundingClientRect();
  // With space above, and with too little on either side.
  for (const block of ["end", "center"] as const) {
    editor.element().scrollIntoView({ block });
    await editor.click();
    await expect.element(list.getByRole("option").first()).toBeInTheDocument();
    await expect.poll(() => box().top >= 0 && box().bottom <= 480 && box().height > 150).toBe(true);
    const opened = list.element();
    await editor.click();
    expect(list.element()).toBe(opened);
    await userEvent.keyboard("{Escape}");
    await expect.element(list).not.toBeInTheDocument();
    await expect.element(editor).toHaveFocus();
  }
});

test("has nothing left of a discarded new task", async () => {
  await openTasks();
  await openNew();
  const texts = ["Task title", "Work description", "Deadline", "Title", "Description"].map((label) =>
    newTask.getByLabelText(new RegExp(`^${label}`)),
  );
  for (const text of texts)
    await text.fill(text.element().getAttribute("type") === "date" ? "2031-05-17" : "x");
  const editor = newTask.getByRole("combobox", { name: "Editor" });
  await editor.fill(anika.name);
  await newTask.getByRole("option", { name: /^anika/ }).click();
  await addTag("herons");
  const kids = newTask.getByRole("switch", { name: "For Kids" });
  await kids.click();
  const picture = await pictureFile("thumbnail.png");
  await userEvent.upload(newTask.getByLabelText(/^Reference files/), picture);
  await userEvent.upload(newTask.getByLabelText(/^Thumbnail/), picture);
  await expect.poll(() => newTask.getByText("thumbnail.png").elements()).toHaveLength(2);
  await userEvent.keyboard("{Escape}");
  await question.getByRole("button", { name: "Discard" }).click();
  await isGone(newTask);

  await openNew();
  for (const text of texts) await expect.element(text).toHaveValue("");
  await expect.element(editor).toHaveValue("");
  await expect.element(kids).not.toBeChecked();
  await expect.element(newTask.getByRole("button", { name: /^Remove/ })).not.toBeInTheDocument();
  await expect.element(newTask.getByText("thumbnail.png")).not.toBeInTheDocument();
  await newTask.getByRole("button", { name: "Cancel" }).click();
  await isGone(newTask);
});

test("asks before Cancel discards changes, and keeps them over a reload", async () => {
  const { reload } = await openTasks();
  await openNew();
  const title = newTask.getByLabelText("Task title");
  await title.fill("Salt road");
  await addTag("salt");
  await newTask.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(title).toHaveValue("Salt road");

  await reload();
  await expect.element(title).toHaveValue("Salt road");
  await expect.element(newTask.getByText(/^Your unsaved changes were restored\./)).toBeVisible();
  await expect.element(newTask.getByRole("button", { name: "Remove salt" })).toBeVisible();
  await newTask.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await isGone(newTask);
  await openNew();
  await expect.element(title).toHaveValue("");
});

test("restores the changes of each task, until they are saved", async () => {
  const { api, open, reload } = await openTasks([herons, ferry]);
  const saves = api.on(tasksEndpoints.updateTask, ({ fields }) => ({
    ...ferry,
    workDescription: fields.workDescription,
  }));
  const description = editedTask.getByLabelText("Work description");
  await edit("Ferry");
  await description.fill("Only the gulls.");
  await reload();
  await expect.element(description).toHaveValue("Only the gulls.");
  // Leaving the screen in another way keeps them as well.
  await open(privacyPath);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  localStorage.removeItem("selected-task-storage");
  await open(tasksPath("YOUTUBER"));
  await edit(herons.taskTitle);
  await expect.element(description).toHaveValue(herons.workDescription);
  await editedTask.getByRole("button", { name: "Cancel" }).click();
  await isGone(editedTask);
  await edit("Ferry");
  await expect.element(description).toHaveValue("Only the gulls.");
  await editedTask.getByRole("button", { name: "Save" }).click();
  await isGone(editedTask);
  expect(saves[0]?.fields.workDescription).toBe("Only the gulls.");
  expect(localStorage.getItem(taskDraftsKey)).toBeNull();
});

test("shows at its field that only an editor can be assigned, and sends which files are kept", async () => {
  const files = ["/media/herons.png", "/media/tides.png"];
  const { api } = await openTasks([sampleTask({ attachments: files })]);
  const saves = api.on(tasksEndpoints.updateTask, () => {
    const error = tasksError("only_editors");
    throw new AppError({ ...error, issues: [{ path: "assignedTo", message: error.message }] });
  });
  const sheet = await edit(herons.taskTitle);
  await sheet.getByRole("button", { name: "Remove herons.png" }).click();
  await sheet.getByRole("button", { name: `Remove ${anika.name}` }).click();
  await sheet.getByRole("combobox", { name: "Editor" }).fill("meera");
  const { id, name, role, profileImgUrl } = meera;
  api.on(tasksEndpoints.searchEditors, () => [{ id, name, role, profileImgUrl, teammate: false }]);
  await sheet.getByRole("option", { name: /^meera/ }).click();
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect.element(sheet.getByText("Only an editor can be assigned")).toBeVisible();
  expect(saves.map(({ fields }) => [fields.assignedTo, fields.oldAttachments])).toEqual([
    ["meera", ["/media/tides.png"]],
  ]);
});

async function addTag(tag: string): Promise<void> {
  await newTask.getByRole("textbox", { name: /^Tags/ }).fill(tag);
  await userEvent.keyboard("{Enter}");
}

test("asks before it saves a deadline that has passed, and saves it", async () => {
  const { api } = await openTasks([sampleTask({ deadline: "2031-05-17T18:29:00.000Z" })]);
  const saved = api.on(tasksEndpoints.updateTask, () => herons);
  await edit(herons.taskTitle);
  const asked = page.getByRole("alertdialog", { name: "Save a deadline in the past?" });
  await editedTask.getByLabelText("Deadline").fill("2020-05-17");
  await editedTask.getByRole("button", { name: "Save" }).click();
  await asked.getByRole("button", { name: "Change the deadline" }).click();
  await isGone(asked);
  expect(saved).toEqual([]);
  await editedTask.getByRole("button", { name: "Save" }).click();
  await asked.getByRole("button", { name: "Save anyway" }).click();
  await expect.poll(() => saved).toMatchObject([{ fields: { deadline: "2020-05-17T18:29:00.000Z" } }]);
  await isGone(editedTask);
});

test("a task is duplicated with its brief, files and details, but no deadline in the past", async () => {
  const past = sampleTask({
    stage: "published",
    isCompleted: true,
    deadline: "2026-01-05T18:29:00.000Z",
    title: "The lagoon",
    tags: ["tide"],
    attachments: ["/media/f/token/one/shot.png"],
    thumbnail: "/media/f/token/two/thumbnail.png",
  });
  const { api } = await openTasks([past]);
  await page.getByRole("button", { name: `More for ${past.taskTitle}` }).click();
  await page.getByRole("menuitem", { name: "Duplicate task" }).click();
  const sheet = page.getByRole("dialog", { name: "Duplicate task" });
  await expect.element(sheet.getByLabelText("Task title")).toHaveValue(past.taskTitle);
  await expect.element(sheet.getByLabelText("Work description")).toHaveValue(past.workDescription);
  await expect.element(sheet.getByLabelText("Deadline")).toHaveValue("");
  await expect.element(sheet.getByLabelText("Editor")).toHaveValue("anika");
  await expect.element(sheet.getByRole("button", { name: "View shot.png" })).toBeVisible();
  await sheet.getByLabelText("Deadline").fill("2031-06-01");
  const created = api.on(tasksEndpoints.createTask, () => ({ ...past, id: 14, stage: "assigned" as const }));
  await sheet.getByRole("button", { name: "Save" }).click();
  await isGone(sheet);
  expect(created).toMatchObject([
    {
      fields: {
        copyOf: past.id,
        taskTitle: past.taskTitle,
        assignedTo: "anika",
        title: "The lagoon",
        tags: ["tide"],
        oldAttachments: past.attachments,
        removeThumbnail: false,
      },
    },
  ]);
  expect(new URLSearchParams(location.search).has("copy")).toBe(false);
});
