import type { Browser } from "@playwright/test";
import { expect } from "@playwright/test";
import { z } from "zod";

import { previewPath, settingsPath, tasksPath, taskUpdatePath } from "#core/paths.ts";
import { type ManagerRight, publishAgreementText } from "#modules/team/rules/team.ts";
import { clip } from "#testing/clips.ts";

import { approveVersion } from "./support/decisions.ts";
import {
  card,
  createTaskByCall,
  giveConsent,
  signUp,
  startPublishing,
  type TestUser,
} from "./support/people.ts";
import { uploadByCall } from "./support/publishing.ts";
import { test } from "./support/test.ts";

const received = z.object({ data: z.object({ invitations: z.array(z.object({ id: z.string() })) }) });

/** A creator with a connected channel, their editor, and an editor of others who manages the channel with these rights. */
async function signUpTeam(
  browser: Browser,
  url: string,
  rights: ManagerRight[],
): Promise<{ creator: TestUser; editor: TestUser; manager: TestUser }> {
  const creator = await signUp(browser, url, "meera", "Youtuber");
  const editor = await signUp(browser, url, "anika", "Editor");
  const manager = await signUp(browser, url, "ravi", "Editor");
  const { page } = creator;
  await page.goto(settingsPath("YOUTUBER"));
  const section = page.getByRole("region", { name: "Destinations" });
  await section.getByRole("button", { name: "Connect YouTube" }).click();
  await giveConsent(creator);
  await expect(section.getByRole("listitem")).toHaveCount(1);
  const agreement = rights.includes("publish") ? { publishAgreement: publishAgreementText } : {};
  const invited = await creator.context.request.post("/api/v1/team/members", {
    data: { kind: "manager", username: manager.name, rights, ...agreement },
  });
  expect(invited.status(), await invited.text()).toBe(200);
  const calls = manager.context.request;
  const { data } = received.parse(await (await calls.get("/api/v1/teams")).json());
  const accepted = await calls.post(`/api/v1/teams/invitations/${data.invitations[0]?.id}/accept`);
  expect(accepted.status(), await accepted.text()).toBe(200);
  return { creator, editor, manager };
}

test("a manager reviews and publishes for a creator who only watches", async ({ browser, reelay }) => {
  const rights: ManagerRight[] = ["review", "publish"];
  const team = await signUpTeam(browser, reelay.url, rights);
  const { creator, editor, manager } = team;
  const taskId = await createTaskByCall(creator, { taskTitle: "Salt road", assignedTo: editor.name });
  await uploadByCall(team, { taskId, file: await clip("h264") });
  const { page } = manager;
  await page.goto(tasksPath("EDITOR"));
  await expect(card(manager, "Salt road").getByText(creator.name)).toBeVisible();
  await card(manager, "Salt road").getByRole("link", { name: "Preview" }).click();
  await approveVersion(page);
  await page.getByLabel(/^Title/).fill("Night ferry");
  await page.getByLabel(/^Description/).fill("Back to the coast.");
  await startPublishing(manager, "remembered");
  await expect(page.getByText(/^The video is published on/)).toBeVisible();

  await creator.page.goto(previewPath(taskId));
  await creator.page.getByRole("tab", { name: "History" }).click();
  const approval = creator.page.getByRole("listitem").filter({ hasText: "approved" });
  await expect(approval.first()).toContainText(`${manager.name} for ${creator.name}`);
});

test("a manager who may only review can't publish, and loses an open preview when removed", async ({
  browser,
  reelay,
}) => {
  const rights: ManagerRight[] = ["review"];
  const team = await signUpTeam(browser, reelay.url, rights);
  const { creator, editor, manager } = team;
  const taskId = await createTaskByCall(creator, { taskTitle: "Salt road", assignedTo: editor.name });
  await uploadByCall(team, { taskId, file: await clip("h264") });
  const { page } = manager;
  await page.goto(previewPath(taskId));
  await approveVersion(page);
  await expect(page.getByRole("button", { name: "Back to review" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Publish details" })).toBeHidden();
  await page.goto(taskUpdatePath(taskId));
  await expect(page.getByText(`Only ${creator.name} can publish this video.`)).toBeVisible();
  const summary = await manager.context.request.get(`/api/v1/yt-upload/summary/${taskId}`);
  const details = await manager.context.request.patch("/api/v1/yt-upload/update-meta-data", {
    multipart: {
      taskId: String(taskId),
      title: "Mine",
      description: "Mine.",
      tags: "[]",
      madeForKids: "false",
    },
  });
  expect([summary.status(), details.status()]).toEqual([403, 403]);

  await page.goto(previewPath(taskId));
  await expect(page.getByRole("button", { name: "Back to review" })).toBeVisible();
  const members = await creator.context.request.get("/api/v1/team");
  const memberSchema = z.object({
    data: z.object({ members: z.array(z.object({ person: z.object({ id: z.number() }) })) }),
  });
  const [member] = memberSchema.parse(await members.json()).data.members;
  const removed = await creator.context.request.delete(`/api/v1/team/members/${member?.person.id}`);
  expect(removed.status(), await removed.text()).toBe(200);
  await expect(page.getByText(/Task not found\. It may have been removed/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Back to review" })).toBeHidden();
  expect((await manager.context.request.get(`/api/v1/task/fetch-task/${taskId}`)).status()).toBe(404);
});
