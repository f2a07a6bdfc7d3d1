import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { previewPath, tasksPath } from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import type { Contributor } from "#modules/tasks/contract/contributor.ts";
import { contributorError, contributorsEndpoints } from "#modules/tasks/contract/contributors.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { pictureFile } from "#testing/web/files.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { samplePreview } from "#testing/web/sample-preview.ts";
import { anika, meera, samplePerson, sampleTask } from "#testing/web/samples.ts";

const noor = { ...samplePerson(anika), id: 9, name: "noor" };
const task = sampleTask();

test("a contributor is added with a label and rights, and removed", async () => {
  const { api, open } = await startScreen(meera);
  api.refuseOthers(commonError("not_found"));
  let list: Contributor[] = [];
  api.on(boardEndpoints.countTasks, () => ({ assigned: 1, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => [task]);
  api.on(contributorsEndpoints.contributors, () => list);
  api.on(peopleEndpoints.searchUser, () => [noor]);
  const added = api.on(contributorsEndpoints.addContributor, ({ body: { label, rights } }) => {
    list = [{ person: noor, label, rights }];
    return list;
  });
  await open(tasksPath("YOUTUBER"));
  await page.getByRole("button", { name: `More for ${task.taskTitle}` }).click();
  await page.getByRole("menuitem", { name: "Contributors" }).click();
  const dialog = page.getByRole("dialog", { name: "Contributors" });
  await dialog.getByRole("button", { name: "Add contributor" }).click();
  await expect.element(dialog.getByText("Choose a user.")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Contributor" }).click();
  await dialog.getByRole("option", { name: /^noor/ }).click();
  await userEvent.fill(dialog.getByLabelText("Contribution"), "Sound");
  await dialog.getByRole("checkbox", { name: "Upload versions" }).click();
  await dialog.getByRole("button", { name: "Add contributor" }).click();
  await expect.element(dialog.getByText("Sound · uploads versions · adds files")).toBeVisible();
  expect(added.map(({ body }) => body)).toEqual([
    { username: "noor", label: "Sound", rights: ["attach", "upload"] },
  ]);
  const removed = api.on(contributorsEndpoints.removeContributor, () => null);
  await dialog.getByRole("button", { name: "Remove noor" }).click();
  await expect.poll(() => removed.map(({ params }) => params.personId)).toEqual([noor.id]);
});

test("contributors are added in the form of a task, and those of an edited one are kept or removed", async () => {
  const { api, open } = await startScreen(meera);
  api.refuseOthers(commonError("not_found"));
  const own: Contributor = { person: samplePerson(anika), label: "Thumbnail", rights: ["attach"] };
  const withOwn = sampleTask({ contributors: [own] });
  api.on(boardEndpoints.countTasks, () => ({ assigned: 1, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => [withOwn]);
  api.on(tasksEndpoints.fetchTask, () => withOwn);
  api.on(peopleEndpoints.searchUser, () => [noor]);
  const saved = api.on(tasksEndpoints.updateTask, () => withOwn);
  const lists = () => saved.map(({ fields }) => fields.contributors);
  await open(tasksPath("YOUTUBER"));
  const card = page.getByRole("article", { name: withOwn.taskTitle });
  await expect.element(card.getByText("with anika (Thumbnail)")).toBeVisible();
  const edit = () => card.getByRole("button", { name: "Edit" }).click();
  const sheet = page.getByRole("dialog", { name: "Edit task" });
  const save = sheet.getByRole("button", { name: "Save" });

  await edit();
  await sheet.getByLabelText("Task title").fill("Monsoon, again");
  await save.click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(lists()).toEqual([undefined]);

  await edit();
  await sheet.getByRole("button", { name: "Add a contributor" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a contributor" });
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect.element(dialog.getByText("Choose a user.")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Contributor" }).click();
  await page.getByRole("option", { name: /^noor/ }).click();
  await userEvent.fill(dialog.getByLabelText("Contribution"), "Sound");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(sheet.getByText("Sound · adds files")).toBeVisible();
  await sheet.getByRole("button", { name: "Remove anika as a contributor" }).click();
  expect(saved).toHaveLength(1);
  await save.click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(lists().at(-1)).toEqual([{ username: "noor", label: "Sound", rights: ["attach"] }]);
});

test("a task whose contributor has an old label without a visible character can be saved", async () => {
  const { api, open } = await startScreen(meera);
  api.refuseOthers(commonError("not_found"));
  const own = { person: samplePerson(anika), label: "\u200b", rights: ["attach" as const] };
  const withOwn = sampleTask({ contributors: [own] });
  api.on(boardEndpoints.countTasks, () => ({ assigned: 1, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => [withOwn]);
  api.on(tasksEndpoints.fetchTask, () => withOwn);
  const saved = api.on(tasksEndpoints.updateTask, () => withOwn);
  await open(tasksPath("YOUTUBER"));
  await page.getByRole("button", { name: "Edit" }).click();
  const sheet = page.getByRole("dialog", { name: "Edit task" });
  await sheet.getByLabelText("Task title").fill("Again");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(saved.map(({ fields }) => fields.contributors)).toEqual([undefined]);
});

test("a refused contributor is named in the form", async () => {
  const { api, open } = await startScreen(meera);
  api.refuseOthers(commonError("not_found"));
  const other: Contributor = { person: samplePerson(anika), label: "Thumbnail", rights: ["attach"] };
  const withOther = sampleTask({ contributors: [other] });
  api.on(boardEndpoints.countTasks, () => ({ assigned: 1, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => [withOther]);
  api.on(tasksEndpoints.fetchTask, () => withOther);
  const message = "anika: You can't add this user to the task. Choose another one.";
  api.on(tasksEndpoints.updateTask, () => {
    throw contributorError("contributor_blocked", { message, issues: [{ path: "contributors", message }] });
  });
  await open(tasksPath("YOUTUBER"));
  await page.getByRole("button", { name: "Edit" }).click();
  const sheet = page.getByRole("dialog", { name: "Edit task" });
  await sheet.getByLabelText("Task title").fill("Again");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect.element(sheet.getByRole("alert").filter({ hasText: message })).toBeVisible();
});

test("a contributor reads the brief at the preview, and adds the thumbnail", async () => {
  const { api, open } = await startScreen(anika);
  api.refuseOthers(commonError("not_found"));
  const own: Contributor = { person: samplePerson(anika), label: "Thumbnail", rights: ["attach"] };
  api.on(reviewEndpoints.preview, () => samplePreview({ contributors: [own] }));
  api.on(tasksEndpoints.fetchTask, () => task);
  const sent = api.on(contributorsEndpoints.attachFiles, () => task);
  await open(previewPath(task.id));
  await page.getByRole("button", { name: "Brief and files" }).click();
  const brief = page.getByRole("dialog", { name: task.taskTitle });
  await expect.element(brief.getByText(task.workDescription)).toBeVisible();
  await expect.element(brief.getByRole("button", { name: "Save files" })).toBeDisabled();
  await userEvent.upload(brief.getByLabelText(/^Thumbnail/), await pictureFile("thumbnail.png"));
  await brief.getByRole("button", { name: "Save files" }).click();
  await expect.poll(() => sent.map(({ files }) => files.thumbnail.length)).toEqual([1]);
});

test("the preview names two of many contributors until all are asked for", async () => {
  const { api, open } = await startScreen(meera);
  api.refuseOthers(commonError("not_found"));
  const named = (name: string, id: number): Contributor => {
    return { person: { ...noor, id, name }, label: "Sound", rights: [] };
  };
  const contributors = ["ada", "ben", "cleo", "dora"].map((name, index) => named(name, 20 + index));
  api.on(reviewEndpoints.preview, () => samplePreview({ contributors }));
  await open(previewPath(task.id));
  const more = page.getByRole("button", { name: "and 2 more" });
  await expect.element(more).toHaveAttribute("aria-expanded", "false");
  await expect.element(page.getByRole("link", { name: "ben" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "cleo" })).not.toBeInTheDocument();
  await more.click();
  await expect.element(page.getByRole("link", { name: "dora" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "show fewer" })).toHaveFocus();
});

test("the first field of a contributor that is missing gets the focus", async () => {
  const { api, open } = await startScreen(meera);
  api.refuseOthers(commonError("not_found"));
  api.on(boardEndpoints.countTasks, () => ({ assigned: 1, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => [task]);
  api.on(contributorsEndpoints.contributors, () => []);
  await open(tasksPath("YOUTUBER"));
  await page.getByRole("button", { name: `More for ${task.taskTitle}` }).click();
  await page.getByRole("menuitem", { name: "Contributors" }).click();
  const dialog = page.getByRole("dialog", { name: "Contributors" });
  await dialog.getByRole("button", { name: "Add contributor" }).click();
  await expect.element(dialog.getByRole("combobox", { name: "Contributor" })).toHaveFocus();
  await expect.element(dialog.getByText("Enter what they do, such as Thumbnail.")).toBeVisible();
});

test("a contributor leaves a task only after a confirmation", async () => {
  const { api, open } = await startScreen(anika);
  api.refuseOthers(commonError("not_found"));
  const own: Contributor = { person: samplePerson(anika), label: "Sound", rights: [] };
  api.on(reviewEndpoints.preview, () => samplePreview({ contributors: [own] }));
  api.on(tasksEndpoints.fetchTask, () => task);
  const left = api.on(contributorsEndpoints.leaveTask, () => null);
  await open(previewPath(task.id));
  await page.getByRole("button", { name: "Brief", exact: true }).click();
  await page.getByRole("button", { name: "Leave task" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave this task?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(left).toHaveLength(0);
  await page.getByRole("button", { name: "Leave task" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect.poll(() => left.map(({ params }) => params.id)).toEqual([task.id]);
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});
