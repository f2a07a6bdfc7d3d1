import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { tasksPath } from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { meera, sampleTask } from "#testing/web/samples.ts";

const sheet = page.getByRole("dialog", { name: "Create Task" });

test("the picker invites an editor by email or link, or returns to the list", async () => {
  const { api, open } = await startScreen(meera);
  api.on(boardEndpoints.countTasks, () => ({ assigned: 0, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => []);
  api.on(tasksEndpoints.searchEditors, () => []);
  const waitingFor = {
    invitationId: "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea001",
    name: "Rosa",
    state: "pending" as const,
    expiresAt: "2031-05-17T18:29:00.000Z",
    path: "/invitation#token",
  };
  const created = api.on(tasksEndpoints.createTask, () => ({ ...sampleTask(), editor: null, waitingFor }));
  await open(tasksPath("YOUTUBER"));
  await page.getByRole("button", { name: "Create Task" }).first().click();
  await sheet.getByLabelText("Task title").fill("Herons");
  await sheet.getByLabelText("Work description").fill("Open on the lagoon.");
  await sheet.getByLabelText("Deadline").fill("2031-05-17");
  await sheet.getByRole("button", { name: "Invite an editor" }).click();
  await sheet.getByRole("button", { name: "Choose from the list instead" }).click();
  await expect.element(sheet.getByRole("combobox", { name: "Editor" })).toBeVisible();
  await sheet.getByRole("button", { name: "Invite an editor" }).click();
  await sheet.getByLabelText("Email of the editor").fill("not an address");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect.element(sheet.getByLabelText("Email of the editor")).toHaveAttribute("aria-invalid", "true");
  expect(created).toEqual([]);
  await sheet.getByRole("radio", { name: /^Create a link/ }).click();
  await sheet.getByLabelText("Name of the editor").fill("Rosa");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(created.map(({ fields }) => fields)).toMatchObject([
    { assignedTo: "", inviteEditor: { name: "Rosa" } },
  ]);
});
