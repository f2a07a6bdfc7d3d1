import { expect, type Page, type WebSocketRoute } from "@playwright/test";

import { previewPath } from "#core/paths.ts";

import { createTaskByCall, openTasks, signUp, type TestUser } from "./support/people.ts";
import { test } from "./support/test.ts";

const api = "/api/v1/";

/** Realtime connections of a page that wait until the test lets them through. */
interface Connections {
  /** Lets the connections through, from now on. */
  open: () => void;
  /** Ends the connection, and lets the next ones wait. */
  cut: () => Promise<void>;
  /** Resolves when the page knows what it has missed. */
  caughtUp: () => Promise<void>;
}

async function holdConnections(page: Page): Promise<Connections> {
  let gate = Promise.withResolvers<void>();
  let caughtUp = Promise.withResolvers<void>();
  let current: WebSocketRoute | null = null;
  await page.routeWebSocket(/\/socket\.io\//, async (browser) => {
    await gate.promise;
    current = browser;
    const server = browser.connectToServer();
    server.onMessage((message) => {
      browser.send(message);
      if (String(message).includes("missed_messages")) caughtUp.resolve();
    });
  });
  return {
    open: () => gate.resolve(),
    cut: async () => {
      gate = Promise.withResolvers();
      caughtUp = Promise.withResolvers();
      await current?.close();
    },
    caughtUp: () => caughtUp.promise,
  };
}

/** Requests of the page for data from the API. */
function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === "GET" && pathname.startsWith(api))
      requests.push(pathname.slice(api.length) + search);
  });
  return requests;
}

const task = ({ page }: TestUser, title: string) => page.getByText(title, { exact: true }).first();

test(
  "a page asks for everything once, and shows what changed before it was connected",
  { tag: "@sweep" },
  async ({ browser, reelay }) => {
    const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    const anika = await signUp(browser, reelay.url, "anika", "Editor");
    await createTaskByCall(meera, { taskTitle: "Night train", assignedTo: anika.name });
    const connections = await holdConnections(anika.page);
    connections.open();
    // The first connection of an account loads everything again.
    await openTasks(anika);
    await connections.caughtUp();
    await connections.cut();

    const requests = requestsOf(anika.page);
    await anika.page.reload();
    await expect(task(anika, "Night train")).toBeVisible();
    const loaded = requests.length;
    expect(loaded).toBe(new Set(requests).size);
    await createTaskByCall(meera, { taskTitle: "Salt road", assignedTo: anika.name });
    connections.open();
    await expect(task(anika, "Salt road")).toBeVisible();
    // Its own card, and not the lists of other screens.
    expect(requests.slice(loaded)).toContainEqual(expect.stringContaining("fetch-tasks"));
    expect(requests.slice(loaded)).not.toContainEqual(expect.stringContaining("check-auth"));
  },
);

test(
  "a reconnection asks for what was missed, and otherwise for nothing",
  { tag: "@sweep" },
  async ({ browser, reelay }) => {
    const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    const anika = await signUp(browser, reelay.url, "anika", "Editor");
    const connections = await holdConnections(anika.page);
    connections.open();
    await openTasks(anika);
    await connections.caughtUp();
    await connections.cut();
    await anika.page.reload();
    connections.open();
    await connections.caughtUp();
    await anika.page.waitForLoadState("networkidle");

    const requests = requestsOf(anika.page);
    await connections.cut();
    connections.open();
    await connections.caughtUp();
    await connections.cut();
    expect(requests).toEqual([]);
    await createTaskByCall(meera, { taskTitle: "Asked for at night", assignedTo: anika.name });
    connections.open();
    await expect(task(anika, "Asked for at night")).toBeVisible();
    expect(requests.length).toBeGreaterThan(0);
  },
);

test(
  "a preview uses what its HTML contains, also once it is connected",
  { tag: "@sweep" },
  async ({ browser, reelay }) => {
    const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    const anika = await signUp(browser, reelay.url, "anika", "Editor");
    const id = await createTaskByCall(meera, { taskTitle: "Low tide", assignedTo: anika.name });
    const connections = await holdConnections(meera.page);
    connections.open();
    // The first connection of an account loads everything again.
    await openTasks(meera);
    await connections.caughtUp();
    await connections.cut();
    connections.open();

    const requests = requestsOf(meera.page);
    await meera.page.goto(previewPath(id));
    await expect(meera.page.getByText("Low tide").first()).toBeVisible();
    await connections.caughtUp();
    await meera.page.waitForLoadState("networkidle");
    expect(requests).not.toContainEqual(expect.stringMatching(/^(user\/check-auth|task\/preview)/));
  },
);
