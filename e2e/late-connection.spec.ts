import { expect, type Page, type WebSocketRoute } from "@playwright/test";

import { previewPath } from "#core/paths.ts";

import { createTaskByCall, openTasks, signUp, type TestUser } from "./support/people.ts";
import { test } from "./support/test.ts";

/** Realtime connections of a page that wait until the test lets them through. */
interface Connections {
  /** Lets the connections through, from now on. */
  open: () => void;
  /** Ends the connection, and lets the next ones wait. */
  cut: () => Promise<void>;
}

async function holdConnections(page: Page): Promise<Connections> {
  let gate = Promise.withResolvers<void>();
  let current: WebSocketRoute | null = null;
  await page.routeWebSocket(/\/socket\.io\//, async (browser) => {
    await gate.promise;
    current = browser;
    browser.connectToServer();
  });
  return {
    open: () => gate.resolve(),
    cut: async () => {
      gate = Promise.withResolvers();
      await current?.close();
    },
  };
}

const task = ({ page }: TestUser, title: string) => page.getByText(title, { exact: true }).first();

test(
  "a page shows what changed before it was connected, and while its connection was lost",
  { tag: "@sweep" },
  async ({ browser, reelay }) => {
    const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    const anika = await signUp(browser, reelay.url, "anika", "Editor");
    await createTaskByCall(meera, { taskTitle: "Night train", assignedTo: anika.name });
    const connections = await holdConnections(anika.page);
    await openTasks(anika);
    await anika.page.reload();
    await expect(task(anika, "Night train")).toBeVisible();
    await anika.page.waitForLoadState("networkidle");

    await createTaskByCall(meera, { taskTitle: "Salt road", assignedTo: anika.name });
    connections.open();
    await expect(task(anika, "Salt road")).toBeVisible();

    await connections.cut();
    await createTaskByCall(meera, { taskTitle: "Asked for at night", assignedTo: anika.name });
    connections.open();
    await expect(task(anika, "Asked for at night")).toBeVisible();
  },
);

test(
  "the Tasks screen shows the responses in its HTML, and requests nothing before it connects",
  { tag: "@sweep" },
  async ({ browser, reelay }) => {
    const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    const anika = await signUp(browser, reelay.url, "anika", "Editor");
    await createTaskByCall(meera, { taskTitle: "High tide", assignedTo: anika.name });
    for (const user of [meera, anika]) {
      await holdConnections(user.page);
      await openTasks(user);
      const requests: string[] = [];
      user.page.on("request", (request) => {
        if (request.method() === "GET" && request.resourceType() === "fetch") requests.push(request.url());
      });
      await user.page.reload();
      await expect(task(user, "High tide")).toBeVisible();
      await user.page.waitForLoadState("networkidle");
      expect(requests).toEqual([]);
    }
  },
);

test(
  "a preview shows the responses in its HTML, although it connects at once",
  { tag: "@sweep" },
  async ({ browser, reelay }) => {
    const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    const anika = await signUp(browser, reelay.url, "anika", "Editor");
    const id = await createTaskByCall(meera, { taskTitle: "Low tide", assignedTo: anika.name });
    await openTasks(meera);
    // Enough to connect.
    await meera.page.route("**/assets/video-preview-*.js", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    // Never answered.
    await meera.page.route("**/api/v1/task/preview/**", () => undefined);
    await meera.page.goto(previewPath(id));
    await expect(task(meera, "Low tide")).toBeVisible();
    await meera.page.unrouteAll({ behavior: "ignoreErrors" });
  },
);
