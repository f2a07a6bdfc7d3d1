import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import type { Page } from "@playwright/test";

/** A bare server in a process of its own, and the page that sends files to it. */
export interface PlainPut {
  pid: number;
  /** Sends the file from `page` by one XMLHttpRequest; gives the seconds that it took. */
  upload: (page: Page, file: { path: string; bytes: number }) => Promise<number>;
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
    upload: async (page, { path, bytes }) => {
      await page.goto(url);
      await page.locator("input").setInputFiles(path);
      const milliseconds = await page.evaluate(async () => {
        const file = document.querySelector("input")?.files?.[0];
        if (!file) throw new Error("No file was chosen.");
        const began = performance.now();
        await new Promise<void>((resolve, reject) => {
          const sending = new XMLHttpRequest();
          sending.open("PUT", "/file");
          sending.addEventListener("loadend", () =>
            sending.status === 204 ? resolve() : reject(new Error("The plain PUT broke off.")),
          );
          sending.send(file);
        });
        return performance.now() - began;
      });
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
