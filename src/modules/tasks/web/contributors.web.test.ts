import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { previewPath, tasksPath } from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract.ts";
import { peopleEndpoints } from "#modules/people/contract.ts";
import { reviewEndpoints } from "#modules/review/contract.ts";
import { pictureFile } from "#testing/web/files.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { samplePreview } from "#testing/web/sample-preview.ts";
import { anika, meera, personOf, sampleTask } from "#testing/web/samples.ts";

import { tasksEndpoints } from "../contract.ts";
import type { Contributor } from "../contract/contributor.ts";
import { contributorsEndpoints } from "../contract/contributors.ts";

const noor = { ...personOf(anika), id: 9, name: "noor" };
const task = sampleTask();

test("a contributor is added with a label and rights, and removed", async () => {
  const { api, open } = await startScreen(meera);
  api.refuseOthers(commonError("not_found"));
  let list: Contributor[] = [];
  api.on(boardEndpoints.countTasks, () => ({ assigned: 1, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => [task]);
  api.on(contributorsEndpoints.contributors, () => list);
  api.on(peopleEndpoints.searchUser, () => [noor]);
  const added = api.on(contributorsEndpoints.addContributor, ({ body: { label, mayUpload, mayAttach } }) => {
    list = [{ person: noor, label, mayUpload, mayAttach }];
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
    { username: "noor", label: "Sound", mayUpload: true, mayAttach: true },
  ]);
  const removed = api.on(contributorsEndpoints.removeContributor, () => null);
  await dialog.getByRole("button", { name: "Remove noor" }).click();
  await expect.poll(() => removed.map(({ params }) => params.personId)).toEqual([noor.id]);
});

test("a contributor reads the brief at the preview, and adds the thumbnail", async () => {
  const { api, open } = await startScreen(anika);
  api.refuseOthers(commonError("not_found"));
  const own = { person: personOf(anika), label: "Thumbnail", mayUpload: false, mayAttach: true };
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
