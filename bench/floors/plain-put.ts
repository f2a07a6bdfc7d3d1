import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import type { Page } from "@playwright/test";

/** A bare server in a process of its own, and the page that sends files to it. */
export interface PlainPut {
  pid: number;
  /**
   * Sends the file from `page` in pieces of at most `pieceBytes`, one XMLHttpRequest after the other; gives the seconds
   * that it took.
   */
  upload: (page: Page, file: { path: string; bytes: number }, pieceBytes: number) => Promise<number>;
  stop: () => Promise<void>;
}

export async function startPlainPut(target: string): Promise<PlainPut> {
  const script = fileURLToPath(new URL("./put-server.ts", import.meta.url));
  const server = spawn(process.execPath, [script, target], { stdio: ["ignore", "pipe", "inherit"] });
  const { pid } = server;
  if (pid === undefined) throw new Error("The bare server could not be started.");
  const [port] = await once(server.stdout, "data");
  const url = `http://127.0.0.1:${String(port).trim()}/`;
  return {
    pid,
    upload: async (page, { path, bytes }, pieceBytes) => {
      await page.goto(url);
      await page.locator("input").setInputFiles(path);
      const milliseconds = await page.evaluate(async (most) => {
        const file = document.querySelector("input")?.files?.[0];
        if (!file) throw new Error("No file was chosen.");
        const put = (start: number) =>
          new Promise<void>((resolve, reject) => {
            const sending = new XMLHttpRequest();
            sending.open("PUT", `/file?start=${start}`);
            sending.addEventListener("loadend", () =>
              sending.status === 204 ? resolve() : reject(new Error("The plain PUT broke off.")),
            );
            // A whole file takes a shorter way through the browser than a slice of it.
            sending.send(most < file.size ? file.slice(start, start + most) : file);
          });
        const began = performance.now();
        for (let start = 0; start < file.size; start += most) await put(start);
        return performance.now() - began;
      }, pieceBytes);
      const stored = (await stat(target)).size;
      if (stored !== bytes) throw new Error(`The plain PUT stored ${stored} of ${bytes} bytes.`);
      return milliseconds / 1000;
    },
    stop: async () => {
      const ended = once(server, "exit");
      server.kill();
      await ended;
    },
  };
}
