import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

import { expect, type Page } from "@playwright/test";

import { notificationsPath } from "#core/paths.ts";

import { openProfile, signUp } from "./support/people.ts";
import { test } from "./support/test.ts";

test.use({ serviceWorkers: "allow" });

const controlled = async (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);

test("without a connection, the stored tasks are shown until it returns", async ({ browser, reelay }) => {
  const creator = await signUp(browser, reelay.url, "offline.creator", "Youtuber");
  const { page, name } = creator;
  await openProfile(creator);
  await controlled(page);
  await page.evaluate((creator) => {
    const task = {
      id: 1,
      taskTitle: "Monsoon on the Konkan line",
      stage: "in_review",
      isCompleted: false,
      deadline: "2026-11-30T18:29:00.000Z",
      editor: { name: "anika" },
      youtuber: { name: creator },
    };
    localStorage.setItem("task-storage", JSON.stringify({ state: { tasks: [task], by: 1 }, version: 0 }));
  }, name);
  await page.context().setOffline(true);
  await page.goto(`${reelay.url}${notificationsPath("YOUTUBER")}`);
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Monsoon on the Konkan line" })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { name: "Notifications", level: 1 })).toBeVisible();
});

test("a new version is offered and applied with a reload", { tag: "@sweep" }, async ({ browser, reelay }) => {
  const releases = await openReleases(reelay.url);
  const editor = await signUp(browser, releases.url, "update.editor", "Editor");
  const { page } = editor;
  await openProfile(editor);
  await controlled(page);
  await page.evaluate(() => Object.assign(window, { beforeReload: true }));
  const prompt = page.getByText("A new version of Reelay is ready");
  await expect(prompt).toHaveCount(0);

  releases.publish();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(prompt).toBeVisible();
  expect(await page.evaluate(() => "beforeReload" in window)).toBe(true);

  await page.getByRole("button", { name: "Reload" }).click();
  await page.waitForFunction(() => !("beforeReload" in window));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(prompt).toHaveCount(0);
  releases.close();
});

/** A proxy whose service worker changes with each published version. */
async function openReleases(serverUrl: string) {
  let version = 1;
  const server = createServer((incoming, response) => {
    const { method, headers, url = "/" } = incoming;
    const { "if-none-match": _tag, "if-modified-since": _date, ...others } = headers;
    const outgoing = request(new URL(url, serverUrl), {
      method,
      // Neither compressed nor "not modified".
      headers: { ...others, "accept-encoding": "identity" },
    });
    incoming.pipe(outgoing);
    outgoing.on("error", () => response.destroy());
    outgoing.on("response", async (sent: IncomingMessage) => {
      const { "content-length": _length, ...kept } = sent.headers;
      response.writeHead(sent.statusCode ?? 502, kept);
      if (url === "/service-worker.js") response.end(`${await text(sent)}\n// Version ${version}`);
      else sent.pipe(response);
    });
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address !== "object") throw new Error("The proxy has no port.");
  return {
    url: `http://localhost:${address.port}`,
    publish: () => {
      version += 1;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
