import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, type Page } from "@playwright/test";
import { fromBuffer } from "yauzl";
import { z } from "zod";

import { taskFilesPath } from "#core/paths.ts";

import { sha256Hex } from "./support/files.ts";
import { createTaskByCall, signUp, type TestUser } from "./support/people.ts";
import { test } from "./support/test.ts";

test(
  "a folder of 300 files reaches the editor although its tab is closed twice, with equal hashes",
  { tag: "@sweep" },
  async ({ browser, reelay }) => {
    const card = await cameraCard(300);
    const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    const anika = await signUp(browser, reelay.url, "anika", "Editor");
    const taskId = await createTaskByCall(meera, { taskTitle: "Tide tables", assignedTo: anika.name });

    await test.step("the creator sends it, and continues by choosing the folder again", async () => {
      for (const enough of [20, 120]) {
        await chooseFolder(meera, taskId, card.folder);
        await expect.poll(() => listedFiles(meera, taskId)).toBeGreaterThan(enough);
        await meera.page.close({ runBeforeUnload: false });
        meera.page = await meera.context.newPage();
      }
      await chooseFolder(meera, taskId, card.folder);
      await expect.poll(() => listedFiles(meera, taskId)).toBe(card.files.size);
    });

    await test.step("the editor downloads it as a ZIP over a connection that is cut", async () => {
      await anika.page.goto(taskFilesPath(taskId));
      await expect(anika.page.getByText(/^300 files, /)).toBeVisible();
      const downloading = anika.page.waitForEvent("download");
      await anika.page.getByRole("button", { name: "Download all" }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe("Tide tables.zip");
      const address = download.url();
      await download.cancel();
      const zip = await downloadInParts(anika.page, address, 5);
      expect(await hashesInZip(zip)).toEqual(card.files);
    });
  },
);

/** A folder with clips, sidecars and files that are left out, and the SHA-256 of those that are sent, by path. */
async function cameraCard(count: number): Promise<{ folder: string; files: Map<string, string> }> {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), "reelay-card-")), "A001");
  const files = new Map<string, string>();
  await mkdir(path.join(folder, "CLIP", "été"), { recursive: true });
  await writeFile(path.join(folder, ".DS_Store"), "left out");
  for (let number = 1; number <= count; number++) {
    const name = `C${String(number).padStart(4, "0")}.${number % 3 === 0 ? "XML" : "MP4"}`;
    const relative = `CLIP/${number % 10 === 0 ? "été/" : ""}${name}`;
    const bytes = randomBytes(number === 7 ? 0 : 2000 + number * 50);
    await writeFile(path.join(folder, relative), bytes);
    files.set(`A001/${relative}`, sha256Hex(bytes));
  }
  return { folder, files };
}

async function chooseFolder({ page }: TestUser, taskId: number, folder: string): Promise<void> {
  await page.goto(taskFilesPath(taskId));
  await page.getByLabel("Folder", { exact: true }).setInputFiles(folder);
}

const overview = z.object({ data: z.object({ folders: z.array(z.object({ files: z.number() })) }) });

async function listedFiles({ context }: TestUser, taskId: number): Promise<number> {
  const response = await context.request.get(`/api/v1/task/files/${taskId}`);
  const { data } = overview.parse(await response.json());
  return data.folders.reduce((sum, { files }) => sum + files, 0);
}

/** Downloads an address in parts, each of which continues after the last byte of the one before. */
async function downloadInParts(page: Page, address: string, parts: number): Promise<Buffer> {
  const first = await page.request.get(address, { headers: { range: "bytes=0-999" } });
  const total = Number(first.headers()["content-range"]?.split("/")[1]);
  const etag = first.headers()["etag"] ?? "";
  const received = [await first.body()];
  let at = 1000;
  for (let part = 1; part <= parts; part++) {
    const end = part === parts ? total - 1 : Math.floor((total * part) / parts);
    const response = await page.request.get(address, {
      headers: { range: `bytes=${at}-${end}`, "if-range": etag },
    });
    expect(response.status()).toBe(206);
    received.push(await response.body());
    at = end + 1;
  }
  return Buffer.concat(received);
}

/** SHA-256 of each file in a ZIP, by path. */
async function hashesInZip(zip: Buffer): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  return new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (error, archive) => {
      if (error) return reject(error);
      archive.on("entry", (entry: { fileName: string }) => {
        archive.openReadStream(entry as never, (failure, stream) => {
          if (failure) return reject(failure);
          const chunks: Buffer[] = [];
          stream.on("data", (chunk: Buffer) => chunks.push(chunk));
          stream.on("end", () => {
            hashes.set(entry.fileName, sha256Hex(Buffer.concat(chunks)));
            archive.readEntry();
          });
        });
      });
      archive.on("end", () => resolve(hashes));
      archive.on("error", reject);
      archive.readEntry();
    });
  });
}
