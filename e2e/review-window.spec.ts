import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { type APIRequestContext, expect } from "@playwright/test";
import { z } from "zod";

import { previewPath, tasksPath } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";

import { approveVersion } from "./support/decisions.ts";
import { card, createTaskByCall, openTasks, signUp, type TestUser, uploadVideo } from "./support/people.ts";
import { installReelay, type Reelay } from "./support/reelay.ts";
import { test } from "./support/test.ts";

test.describe("the review window", () => {
  let reelay: Reelay;
  let meera: TestUser;
  let anika: TestUser;
  let ravi: TestUser;
  test.beforeAll(async ({ browser }) => {
    reelay = await installReelay({ REVIEW_WINDOW_SECONDS: "60" });
    meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    anika = await signUp(browser, reelay.url, "anika", "Editor");
    ravi = await signUp(browser, reelay.url, "ravi", "Editor");
    for (const person of [meera, anika]) await openTasks(person);
  });
  test.afterAll(async () => reelay?.remove());

  test(
    "ends with the deletion of the video, and the editor is asked to upload it again",
    { tag: "@sweep" },
    async () => {
      const taskTitle = "Lighthouse at dusk";
      const taskId = await createTaskByCall(meera, { taskTitle, assignedTo: anika.name });
      await uploadVideo(anika, taskTitle, await clip("h264"));
      for (const who of [meera, anika]) {
        await expect(card(who, taskTitle).getByRole("timer")).toHaveText(/^[01]:\d\d left$/);
      }
      await card(meera, taskTitle).getByRole("link", { name: "Preview" }).click();
      const { page } = meera;
      await expect(page.getByRole("timer")).toContainText(/^0:\d\d/);
      const addresses = await videoAddresses(meera, taskId);

      await test.step("until then each URL works for one user only, with range requests and sandboxed", async () => {
        for (const address of addresses) {
          const part = await meera.context.request.get(address, { headers: { range: "bytes=0-9" } });
          expect([part.status(), part.headers()["content-length"]]).toEqual([206, "10"]);
          expect(part.headers()["x-content-type-options"]).toBe("nosniff");
          expect(part.headers()["content-security-policy"]).toContain("sandbox");
          expect((await anika.context.request.get(address)).status()).toBe(404);
          expect((await ravi.context.request.get(address)).status()).toBe(404);
          expect((await fetch(reelay.url + address)).status).toBe(403);
          const forged = address.replace(/\/media\/v\/../, "/media/v/AA");
          expect((await meera.context.request.get(forged)).status()).toBe(403);
        }
        expect(await storedVideos(reelay)).not.toEqual([]);
      });

      await test.step("at its end the viewer sees it, and nothing is left", async () => {
        await expect(page.getByText("The review window ended")).toBeVisible();
        await expect(page.getByText(`${anika.name} was asked to upload it again.`)).toBeVisible();
        await expect(page.getByRole("button", { name: "Approve" })).toBeHidden();
        await expect.poll(() => storedVideos(reelay)).toEqual([]);
        for (const address of addresses) {
          expect([403, 404]).toContain((await meera.context.request.get(address)).status());
        }
      });

      await test.step("the editor's card shows the reason and accepts another upload", async () => {
        const taskCard = card(anika, taskTitle);
        await expect(taskCard).toContainText(
          "The review window ended, and version 1 was deleted. Upload it again.",
        );
        await uploadVideo(anika, taskTitle, await clip("h264"));
        await expect(page.getByText("v2", { exact: true })).toBeVisible();
        await expect(page.getByRole("button", { name: "Approve" })).toBeVisible();
      });
    },
  );

  test(
    "is extended once when the editor asks, goes on after an undone approval, and ends when the task is cancelled",
    { tag: "@sweep" },
    async ({ browser, reelay: withDefaultWindow }) => {
      // A window of 10 hours: one of a minute could end between these steps on a slow machine.
      const [creator, editor] = [
        await signUp(browser, withDefaultWindow.url, "meera", "Youtuber"),
        await signUp(browser, withDefaultWindow.url, "anika", "Editor"),
      ];
      const taskTitle = "Ferry in fog";
      const taskId = await createTaskByCall(creator, { taskTitle, assignedTo: editor.name });
      await openTasks(editor);
      await uploadVideo(editor, taskTitle, await clip("vp9"));
      const { page } = creator;
      await page.goto(previewPath(taskId));
      await expect(page.getByRole("button", { name: "Extend", exact: true })).toBeVisible();
      await card(editor, taskTitle).getByRole("link", { name: "Preview" }).click();
      await editor.page.getByRole("button", { name: "Ask for more time" }).click();
      await expect(editor.page.getByText("Extension requested")).toBeVisible();
      await page.getByRole("button", { name: "Extend (requested)" }).click();
      await expect(page.getByRole("alertdialog")).toContainText(
        `${editor.name} asks for more time. This adds another 10 hours, once per version.`,
      );
      await page.getByRole("alertdialog").getByRole("button", { name: "Extend" }).click();
      await expect(page.getByRole("timer")).toContainText(/^19:\d\d:\d\d/);
      await expect(page.getByRole("button", { name: /^Extend/ })).toBeHidden();
      await expect(editor.page.getByText("Extension requested")).toBeHidden();

      await approveVersion(page);
      await expect(editor.page.getByRole("timer")).toBeHidden();
      await page.getByRole("link", { name: "Open the preview" }).click();
      await page.getByRole("button", { name: "Back to review" }).click();
      await expect(page.getByRole("alertdialog")).toContainText(/continues with 19:\d\d:\d\d left/);
      await page.getByRole("alertdialog").getByRole("button", { name: "Back to review" }).click();
      await expect(page.getByRole("button", { name: "Approve" })).toBeVisible();
      for (const who of [creator, editor]) await expect(who.page.getByRole("timer")).toBeVisible();
      await editor.page.goBack();
      const [address = ""] = await videoAddresses(creator, taskId);

      const before = await storedVideos(withDefaultWindow);
      await page.goto(tasksPath("YOUTUBER"));
      await page.getByRole("button", { name: `More for ${taskTitle}` }).click();
      await page.getByRole("menuitem", { name: "Cancel task" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Cancel task" }).click();
      await expect(card(editor, taskTitle)).toBeHidden();
      const videoId = address.split("/")[4] ?? "";
      expect(before).toContain(videoId);
      await expect.poll(() => storedVideos(withDefaultWindow)).not.toContain(videoId);
      expect((await creator.context.request.get(address)).status()).toBe(404);
    },
  );
});

/** Videos with files on the server's disk. */
async function storedVideos({ dataFolder }: Reelay): Promise<string[]> {
  return readdir(join(dataFolder, "files/objects/videos")).catch(() => []);
}

/** The signed URLs of a version's video and poster on this user's page. */
async function videoAddresses({ context }: { context: { request: APIRequestContext } }, taskId: number) {
  const shape = z.object({
    data: z.object({ playback: z.object({ fileUrl: z.string(), posterUrl: z.string().nullable() }) }),
  });
  let addresses: string[] = [];
  await expect
    .poll(async () => {
      const answer = await context.request.get(`/api/v1/task/preview/${taskId}`);
      const { playback } = shape.parse(await answer.json()).data;
      addresses = [playback.fileUrl, playback.posterUrl].filter((url) => url !== null);
      return addresses.length;
    })
    .toBe(2);
  return addresses;
}
