import { expect } from "@playwright/test";

import { card, createTaskByCall, openTasks, signUp } from "./support/people.ts";
import { test } from "./support/test.ts";

const tokyo = { timezoneId: "Asia/Tokyo" };

test("a date without a time is the same deadline on card, toast and notification", async ({
  browser,
  reelay,
}) => {
  const creator = await signUp(browser, reelay.url, "meera", "Youtuber", tokyo);
  const editor = await signUp(browser, reelay.url, "anika", "Editor", tokyo);
  for (const person of [creator, editor]) await openTasks(person);
  // The first page load of each user has reported the zone.
  await expect
    .poll(async () => {
      const zones = [creator, editor].map(async ({ context }) => {
        const reply = await context.request.get("/api/v1/user/check-auth");
        return (await reply.json()).data.timeZone;
      });
      return Promise.all(zones);
    })
    .toEqual(["Asia/Tokyo", "Asia/Tokyo"]);
  const taskTitle = "Lagoon at low tide";
  await createTaskByCall(creator, { taskTitle, assignedTo: editor.name, deadline: "2031-01-01" });
  const deadline = "Jan 1, 2031, 11:59 PM";
  for (const person of [creator, editor])
    await expect(card(person, taskTitle)).toContainText(`due ${deadline}`);
  const toasts = editor.page.getByRole("region", { name: /Messages from the application/ });
  await expect(toasts.getByText(`Due ${deadline}.`)).toBeVisible();
  await editor.page.getByRole("link", { name: /Notifications/ }).click();
  await expect(editor.page.getByRole("article").getByText(`Due ${deadline}.`)).toBeVisible();
});
