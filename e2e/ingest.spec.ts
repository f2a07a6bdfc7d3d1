import { openAsBlob } from "node:fs";
import { appendFile, copyFile, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";

import { expect, type Locator, type Page } from "@playwright/test";
import { z } from "zod";

import { tasksPath } from "#core/paths.ts";
import { uploadPiece } from "#modules/media/rules/limits.ts";
import { clip, padded } from "#testing/clips.ts";

import { sha256, sha256Hex } from "./support/files.ts";
import { type Line, openLine } from "./support/network.ts";
import {
  card,
  chooseVideo,
  createTaskByCall,
  openTasks,
  signUp,
  type TestUser,
  uploadButton,
} from "./support/people.ts";
import { percentIn } from "./support/progress.ts";
import { openProxy, type Proxy } from "./support/proxy.ts";
import { installReelay, type Reelay } from "./support/reelay.ts";
import { test } from "./support/test.ts";

const megabyte = 1024 * 1024;
/** Bytes a second at which the upload of 40 MB takes long enough to be observed. */
const slowly = 2 * megabyte;

test.describe("an upload", () => {
  let reelay: Reelay;
  let line: Line;
  let meera: TestUser;
  let anika: TestUser;
  test.beforeAll(async ({ browser }) => {
    line = await openLine();
    reelay = await installReelay({ APP_URL: line.url });
    line.leadTo(reelay.url);
    meera = await signUp(browser, line.url, "meera", "Youtuber");
    anika = await signUp(browser, line.url, "anika", "Editor");
    await openTasks(meera);
    await openTasks(anika);
  });
  // Makes sure that a success message belongs to the current upload.
  test.beforeEach(() => expect(anika.page.getByText("Video uploaded successfully!")).toBeHidden());
  test.afterEach(() => line.mend());
  test.afterAll(async () => {
    line?.close();
    await reelay?.remove();
  });

  test("is refused with a message before a byte is sent", async () => {
    const id = await createTaskByCall(meera, { taskTitle: "Teaser", assignedTo: anika.name });
    const empty = "This file is empty. Choose another one.";
    const dialog = await openDialog(anika, "Teaser");
    await send(dialog);
    await expect(anika.page.getByText("Please select a video file to upload")).toBeVisible();
    const alert = anika.page.waitForEvent("dialog");
    const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("cut here") };
    const choosing = dialog.locator('input[type="file"]').setInputFiles(notes);
    expect((await alert).message()).toBe("Please upload a video file");
    await (await alert).accept();
    await choosing;
    await drop(anika.page, dialog, "empty.mp4");
    await expect(anika.page.getByText(empty)).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();

    const announced = { taskId: id, fileName: "a.mp4", bytes: 1, type: "video/mp4", fingerprint: "a" };
    const begin = (who: TestUser, changes: object) =>
      who.context.request.post("/api/v1/task/begin-upload", { data: { ...announced, ...changes } });
    expect(await (await begin(anika, { bytes: 0 })).json()).toMatchObject({ message: empty });
    expect(await (await begin(anika, { bytes: 300e9 })).json()).toMatchObject({
      message: "YouTube accepts videos of up to 256 GB. Export a smaller file.",
    });
    expect((await begin(meera, {})).status()).toBe(403);
    expect((await begin(anika, { taskId: 987_654 })).status()).toBe(404);
  });

  test(
    "of a file that is not a video is refused once it is received, and both cards show it",
    { tag: "@sweep" },
    async () => {
      const taskTitle = "Only its name is a video's";
      await createTaskByCall(meera, { taskTitle, assignedTo: anika.name });
      const dialog = await openDialog(anika, taskTitle);
      const pretended = { name: "pretended.mp4", mimeType: "video/mp4", buffer: noVideo };
      await dialog.locator('input[type="file"]').setInputFiles(pretended);
      await send(dialog);
      const sentence = "pretended.mp4 can't be used.";
      const says = (who: TestUser) => expect(card(who, taskTitle).getByRole("status"));
      await says(anika).toContainText(sentence);
      await says(meera).toContainText(
        `Version 1 can't be used. ${anika.name} was notified: “This file isn't a video`,
      );
      for (const { page } of [anika, meera]) await page.reload();
      await says(anika).toContainText(sentence);
      await says(meera).toContainText("Version 1 can't be used.");
      await card(anika, taskTitle).getByRole("button", { name: "Upload video" }).click();
      await expect(anika.page.getByRole("dialog", { name: "Upload video" })).toContainText(sentence);
      await anika.page.keyboard.press("Escape");
    },
  );

  test("resumes after a lost connection and a closed tab, and never with another file", async () => {
    const file = await padded(40 * megabyte);
    const taskTitle = "Salt road";
    const id = await createTaskByCall(meera, { taskTitle, assignedTo: anika.name });
    const closing = await anika.context.newPage();
    await closing.goto(tasksPath("EDITOR"));
    const beginnings: number[] = [];
    closing.on("request", (request) => {
      if (request.method() === "PATCH") beginnings.push(Number(request.headers()["upload-offset"]));
    });

    await test.step("the displayed bytes are stored on the server", async () => {
      line.slow(slowly);
      const dialog = await chooseVideo({ ...anika, page: closing }, taskTitle, file);
      await send(dialog);
      for (const least of [1, 10]) {
        await expect.poll(() => percentIn(dialog)).toBeGreaterThan(least);
        const percent = await percentIn(dialog);
        expect(percent).toBeLessThanOrEqual(await percentAtServer(closing, id));
      }
    });

    await test.step("without a connection it waits, and resumes automatically", async () => {
      const dialog = closing.getByRole("dialog", { name: "Upload video" });
      line.cut();
      await expect(dialog.getByText("connection lost, retrying")).toBeVisible();
      const before = await percentIn(dialog);
      line.slow(slowly);
      await expect.poll(() => percentIn(dialog)).toBeGreaterThan(before + 5);
      expect(beginnings[0]).toBe(0);
      await expect.poll(() => beginnings.at(-1)).toBeGreaterThanOrEqual((before / 100) * 40 * megabyte);
      await closing.close();
      line.mend();
    });

    await test.step("another file is refused for this version, the same one resumes", async () => {
      const dialog = await chooseVideo(anika, taskTitle, await clip("h264"));
      await expect(dialog.getByText(/Choose the same file to\s+resume it/)).toBeVisible();
      await expect(dialog.getByText(/It expires on \w+ \d+/)).toBeVisible();
      await send(dialog);
      await expect(dialog.getByText(/Upload failed: Another file is being uploaded/)).toBeVisible();
      await dialog.locator('input[type="file"]').setInputFiles(file);
      await expect(dialog.getByText(/This upload will resume at/)).toBeVisible();
      const said = anika.page.waitForResponse((answer) => answer.url().endsWith("/digest"));
      await send(dialog);
      await expect(anika.page.getByText("Video uploaded successfully!")).toBeVisible();
      const answer = await said;
      expect(answer.request().postDataJSON()).toEqual({ sha256: await sha256(file) });
      expect([answer.request().method(), answer.status()]).toEqual(["PUT", 204]);
    });

    await test.step("the stored bytes are those of the file", async () => {
      expect(await storedHash(meera, taskTitle, id)).toBe(await sha256(file));
    });
  });

  test("continues on a new connection when its own is open but dead", { tag: "@sweep" }, async () => {
    const file = await padded(40 * megabyte);
    const taskTitle = "By another road";
    const id = await createTaskByCall(meera, { taskTitle, assignedTo: anika.name });
    line.slow(4 * megabyte);
    const dialog = await chooseVideo(anika, taskTitle, file);
    await send(dialog);
    await expect.poll(() => percentIn(dialog)).toBeGreaterThan(10);
    line.strand();
    await expect(dialog.getByText("connection lost, retrying")).toBeVisible();
    await expect(anika.page.getByText("Video uploaded successfully!")).toBeVisible({ timeout: 120_000 });
    line.cut();
    line.mend();
    expect(await storedHash(meera, taskTitle, id)).toBe(await sha256(file));
  });

  test(
    "shows that the server assembles the file if that takes long, and sends nothing again",
    { tag: "@sweep" },
    async () => {
      const taskTitle = "Hundred thousand parts";
      await createTaskByCall(meera, { taskTitle, assignedTo: anika.name });
      const { page } = anika;
      const file = await clip("h264");
      const bytes = await readFile(file);
      const together = Promise.withResolvers<void>();
      const sent: Promise<unknown>[] = [];
      // Like an object store: the bytes are stored at once, the file is assembled later.
      const finishing = {
        "upload-offset": String(bytes.length),
        "upload-length": String(bytes.length),
        "upload-state": "finishing",
        "tus-resumable": "1.0.0",
      };
      let isCut = false;
      await page.route("**/uploads/*", async (route) => {
        const request = route.request();
        if (isCut) return route.abort();
        if (request.method() === "PATCH") {
          const options = { method: "PATCH", headers: await request.allHeaders(), data: bytes };
          sent.push(together.promise.then(() => anika.context.request.fetch(request.url(), options)));
        } else if (sent.length === 0) return route.fallback();
        return route.fulfill({ status: request.method() === "PATCH" ? 204 : 200, headers: finishing });
      });

      const dialog = await chooseVideo(anika, taskTitle, file);
      await send(dialog);
      await expect(dialog.getByText("the server is assembling the file")).toBeVisible();
      await expect(dialog.getByText("100%")).toBeVisible();
      await expect(dialog.getByRole("button", { name: "Pause" })).toBeDisabled();
      await page.waitForResponse((answer) => answer.request().method() === "HEAD");
      await page.waitForResponse((answer) => answer.request().method() === "HEAD");
      await expect(dialog.getByText("the server is assembling the file")).toBeVisible();

      await test.step("a connection that is lost meanwhile is shown, and restored", async () => {
        isCut = true;
        await expect(dialog.getByText("connection lost, retrying")).toBeVisible();
        isCut = false;
        await expect(dialog.getByText("the server is assembling the file")).toBeVisible();
      });
      expect(sent.length).toBe(1);
      together.resolve();
      await Promise.all(sent);
      await page.unroute("**/uploads/*");
      await expect(dialog).toBeHidden();
      // In the background, where the next test has this page, its message would stay.
      await expect(page.getByText("Video uploaded successfully!")).toBeVisible();
    },
  );

  test("is sent by one window at a time", { tag: "@sweep" }, async () => {
    const file = await padded(40 * megabyte);
    const taskTitle = "Two windows";
    await createTaskByCall(meera, { taskTitle, assignedTo: anika.name });
    const other = await anika.context.newPage();
    await other.goto(tasksPath("EDITOR"));
    line.slow(slowly);
    const first = await chooseVideo({ ...anika, page: other }, taskTitle, file);
    await send(first);
    await expect.poll(() => percentIn(first)).toBeGreaterThan(5);
    const second = await chooseVideo(anika, taskTitle, file);
    await send(second);
    await expect(second.getByText("uploading from another window, waiting")).toBeVisible();
    await other.close();
    line.mend();
    await expect(anika.page.getByText("Video uploaded successfully!")).toBeVisible();
  });

  test("can be cancelled, and ends when its file has changed", { tag: "@sweep" }, async () => {
    const file = join(reelay.dataFolder, "cut.mp4");
    await copyFile(await padded(40 * megabyte), file);
    const taskTitle = "Second thoughts";
    await createTaskByCall(meera, { taskTitle, assignedTo: anika.name });
    line.slow(slowly);
    const dialog = await chooseVideo(anika, taskTitle, file);
    await send(dialog);
    await expect.poll(() => percentIn(dialog)).toBeGreaterThan(5);
    await appendFile(file, "one more frame");
    line.cut();
    await expect(dialog.getByText("Upload failed: The file was changed or moved")).toBeVisible();
    line.slow(slowly);
    await dialog.locator('input[type="file"]').setInputFiles(file);
    await expect(dialog.getByText(/changed after/)).toBeVisible();
    await dialog.getByRole("button", { name: "Discard upload" }).click();
    await expect(dialog.getByText(/changed after/)).toBeHidden();

    await send(dialog);
    await expect.poll(() => percentIn(dialog)).toBeGreaterThan(2);
    await dialog.getByRole("button", { name: "Cancel upload" }).click();
    await anika.page.getByRole("alertdialog").getByRole("button", { name: "Cancel upload" }).click();
    await expect(dialog.getByRole("button", { name: "Upload", exact: true })).toBeVisible();
    await expect(dialog.getByText(/resume/)).toBeHidden();
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  for (const { habit, what } of [
    { habit: { maxBytes: 20 * megabyte }, what: "refuses large bodies" },
    { habit: "buffers" as const, what: "buffers bodies before it forwards them" },
  ]) {
    test(`continues in pieces behind a proxy that ${what}`, { tag: "@sweep" }, async () => {
      const file = await padded(100 * megabyte);
      const taskTitle = `By a proxy that ${what}`;
      const id = await createTaskByCall(meera, { taskTitle, assignedTo: anika.name });
      const dialog = await chooseVideo(anika, taskTitle, file);
      const proxy = await openProxy(reelay.url, habit);
      line.cut();
      line.leadTo(proxy.url);
      line.slow(40 * megabyte);
      await send(dialog);
      await expect(anika.page.getByText("Video uploaded successfully!")).toBeVisible();
      line.cut();
      line.leadTo(reelay.url);
      line.mend();
      proxy.close();
      expect(proxy.passed.reduce((sum, bytes) => sum + bytes, 0)).toBe((await stat(file)).size);
      expect(Math.max(...proxy.passed)).toBe(habit === "buffers" ? uploadPiece : 16 * megabyte);
      expect(await storedHash(meera, taskTitle, id)).toBe(await sha256(file));
    });
  }

  test.describe("whose last response is lost", () => {
    let proxy: Proxy;
    test.beforeEach(async () => {
      proxy = await openProxy(reelay.url, "drops responses");
      line.cut();
      line.leadTo(proxy.url);
      line.mend();
    });
    test.afterEach(async () => {
      await anika.page.unrouteAll({ behavior: "ignoreErrors" });
      line.cut();
      line.leadTo(reelay.url);
      proxy.close();
    });

    /** Delays the requests of the page after its last byte until `event` resolves. */
    const askOnlyAfter = (event: () => Promise<unknown>) =>
      anika.page.route("**/media/uploads/*", async (route) => {
        if (route.request().method() === "HEAD" && proxy.passed.length > 0) await event();
        await route.fallback();
      });

    test("is complete, even if it is playable before the page polls", { tag: "@sweep" }, async () => {
      const file = await clip("h264");
      const taskTitle = "Watched at once";
      const id = await createTaskByCall(meera, { taskTitle, assignedTo: anika.name });
      const dialog = await chooseVideo(anika, taskTitle, file);
      await askOnlyAfter(() => expect(dialog).toBeHidden());
      const digest = await sha256(file);
      // The digest of an earlier upload may arrive later than that.
      const response = anika.page.waitForResponse(
        (answer) => answer.request().postData()?.includes(digest) === true,
      );
      await send(dialog);
      await expect(anika.page.getByText("Video uploaded successfully!")).toBeVisible();
      await expect(anika.page.getByText(/stopped/)).toBeHidden();
      expect((await response).status()).toBe(204);
      expect(await storedHash(meera, taskTitle, id)).toBe(digest);
    });

    test("is complete, even if its file can't be used", { tag: "@sweep" }, async () => {
      const taskTitle = "Refused at once";
      await createTaskByCall(meera, { taskTitle, assignedTo: anika.name });
      const dialog = await openDialog(anika, taskTitle);
      const pretended = { name: "notes.mp4", mimeType: "video/mp4", buffer: noVideo };
      await dialog.locator('input[type="file"]').setInputFiles(pretended);
      await askOnlyAfter(() => expect(dialog).toContainText("can't be used"));
      await send(dialog);
      await expect(anika.page.getByText("Video uploaded successfully!")).toBeVisible();
      await expect(dialog).toBeHidden();
      await expect(card(anika, taskTitle).getByRole("status")).toContainText("notes.mp4 can't be used.");
    });
  });

  test("has the same result with the specified multipart call", { tag: "@sweep" }, async () => {
    const file = await clip("h264");
    const taskTitle = "By curl";
    const id = await createTaskByCall(meera, { taskTitle, assignedTo: anika.name });
    const form = new FormData();
    form.append("taskId", String(id));
    form.append("video", await openAsBlob(file, { type: "video/mp4" }), basename(file));
    const cookies = await anika.context.cookies();
    const answer = await fetch(`${reelay.url}/api/v1/task/upload-video-to-server`, {
      method: "POST",
      headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") },
      body: form,
    });
    expect(await answer.json()).toMatchObject({ message: "Video uploaded successfully!" });
    expect(await storedHash(meera, taskTitle, id)).toBe(await sha256(file));
  });
});

/** No video, and no text, which the dialog refuses at once. */
const noVideo = Buffer.from("\u0001Cut here.");

async function openDialog(editor: TestUser, taskTitle: string): Promise<Locator> {
  await card(editor, taskTitle).getByRole("button", { name: uploadButton }).click();
  return editor.page.getByRole("dialog", { name: "Upload video" });
}

/** An empty video is dragged over the zone, out of it, back, and dropped. */
async function drop(page: Page, dialog: Locator, name: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle((fileName) => {
    const carried = new DataTransfer();
    carried.items.add(new File([], fileName, { type: "video/mp4" }));
    return carried;
  }, name);
  const zone = dialog.locator("div").filter({ has: page.locator('> input[type="file"]') });
  const invitation = zone.getByText("Drop to add");
  await zone.dispatchEvent("dragenter", { dataTransfer });
  await expect(invitation).toBeVisible();
  await zone.dispatchEvent("dragleave", { dataTransfer });
  await expect(invitation).toBeHidden();
  await zone.dispatchEvent("dragenter", { dataTransfer });
  await zone.dispatchEvent("drop", { dataTransfer });
  await expect(invitation).toBeHidden();
}

async function send(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
}

/** Uses a separate request client, which is not affected by the page's lost connection. */
async function percentAtServer({ request }: Page, taskId: number): Promise<number> {
  const unfinished = await request.get(`/api/v1/task/unfinished-upload/${taskId}`);
  const { uploadUrl } = z
    .object({ data: z.object({ uploadUrl: z.string() }) })
    .parse(await unfinished.json()).data;
  const headers = (await request.head(uploadUrl, { headers: { "tus-resumable": "1.0.0" } })).headers();
  return (Number(headers["upload-offset"]) / Number(headers["upload-length"])) * 100;
}

/** SHA-256 of the file that the creator plays once it is ready: for these clips, the original. */
async function storedHash(creator: TestUser, taskTitle: string, taskId: number): Promise<string> {
  await expect(card(creator, taskTitle).getByRole("link", { name: "Preview" })).toBeVisible();
  const preview = await creator.context.request.get(`/api/v1/task/preview/${taskId}`);
  const { editedVideoUrl } = z
    .object({ data: z.object({ editedVideoUrl: z.string() }) })
    .parse(await preview.json()).data;
  return sha256Hex(await (await creator.context.request.get(editedVideoUrl)).body());
}
