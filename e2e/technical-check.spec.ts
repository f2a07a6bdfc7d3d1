import { expect, type Page } from "@playwright/test";

import { previewPath, previewTabPath } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";

import { violationsOn } from "./support/axe.ts";
import { card, createTaskByCall, openTasks, signUp, uploadVideo } from "./support/people.ts";
import { test } from "./support/test.ts";

const finding = (page: Page, label: string) =>
  page.getByRole("list", { name: "Findings" }).getByRole("listitem").filter({ hasText: label });

/** A silent right channel and a black picture: the one is a request, the other one is intended. */
test("findings are explained, requested and accepted, and stay accepted in the next version", async ({
  browser,
  reelay,
}) => {
  const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
  const anika = await signUp(browser, reelay.url, "anika", "Editor");
  const taskTitle = "Salt road";
  await openTasks(anika);
  const taskId = await createTaskByCall(meera, { taskTitle, assignedTo: anika.name });
  const check = previewTabPath(taskId, "check");

  await test.step("the editor sees what was measured, and goes to the frame", async () => {
    await uploadVideo(anika, taskTitle, await clip("with-defects"));
    await anika.page.goto(check);
    const black = finding(anika.page, "Black picture");
    await expect(black).toContainText("The picture is black at 0:03");
    await expect(finding(anika.page, "Silent channel")).toContainText(
      "From 0:02 the right channel is silent",
    );
    await black.getByRole("button").first().press("Enter");
    await expect(anika.page.getByText(/^frame 76 of 200$/)).toBeVisible();
    expect(await violationsOn(anika.page)).toEqual([]);
  });

  await test.step("the editor explains one finding and requests a change for the other", async () => {
    const { page } = anika;
    await finding(page, "Black picture").getByRole("button", { name: "Explain" }).click();
    await page.getByRole("textbox", { name: "Why is this intended?" }).fill("The lights go out.");
    await finding(page, "Black picture").getByRole("button", { name: "Explain" }).click();
    await expect(finding(page, "Black picture")).toContainText(`Explained by ${anika.name}`);
    await finding(page, "Silent channel").getByRole("button", { name: "Request a change" }).click();
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(page.getByRole("article")).toContainText("From 0:02 the right channel is silent");
  });

  await test.step("the creator accepts the explained one, and sends the version back", async () => {
    const { page } = meera;
    await page.goto(check);
    const black = finding(page, "Black picture");
    await expect(black).toContainText("The lights go out.");
    await black.getByRole("button", { name: "Accept" }).click();
    await black.getByRole("textbox", { name: "Reason" }).fill("As in the script.");
    await black.getByRole("button", { name: "Accept" }).click();
    await expect(black).toContainText(`Accepted by ${meera.name}`);
    await page.getByRole("button", { name: "Reject" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  });

  await test.step("in the next version it stays accepted, and the approval names the open one", async () => {
    await openTasks(anika);
    await uploadVideo(anika, taskTitle, await clip("with-defects-cut"));
    const { page } = meera;
    await openTasks(meera);
    await expect(card(meera, taskTitle)).toContainText("in review, v2");
    await expect(card(meera, taskTitle).getByRole("link", { name: /^\d findings?$/ })).toBeVisible();
    await page.goto(previewPath(taskId, 2));
    await page.getByRole("tab", { name: /^Check/ }).click();
    await expect(finding(page, "Black picture")).toContainText("in version 1");
    await expect(finding(page, "Silent channel")).toContainText("From 0:01");
    await expect(finding(page, "Silent channel").getByRole("button", { name: "Accept" })).toBeVisible();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText(/The technical check has \d open findings?\./);
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByRole("heading", { name: "YouTube Video Details" })).toBeVisible();
  });
});
