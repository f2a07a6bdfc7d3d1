import { type BrowserContext, chromium, expect, type Page } from "@playwright/test";

import { notificationsPath, tasksPath } from "#core/paths.ts";

import { findChromium } from "../scripts/browser-path.ts";
import { signUp } from "./support/people.ts";
import { test } from "./support/test.ts";

test.use({ serviceWorkers: "allow" });

/** The test browser has no push service. This subscription looks like one of a push service. */
async function simulatePushService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const endpoint = "https://push.invalid/1";
    const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
    PushManager.prototype.subscribe = async () => {
      const subscription: unknown = { endpoint, toJSON: () => ({ endpoint, keys }) };
      return subscription as PushSubscription;
    };
  });
}

/** Sends a push message to the service worker, and returns what is then displayed; null if nothing is yet. */
async function showPush(context: BrowserContext): Promise<unknown> {
  const [worker] = context.serviceWorkers();
  // A text, because the types of this folder are those of pages, not of service workers.
  return worker?.evaluate(`(async () => {
    // Another window is in front.
    self.clients.matchAll = async () => [];
    const payload = { id: 7, title: "New task", body: "Due soon.", path: ${JSON.stringify(tasksPath("EDITOR"))}, unread: 1 };
    self.dispatchEvent(new PushEvent("push", { data: JSON.stringify(payload) }));
    await new Promise((done) => setTimeout(done, 500));
    const [shown] = await self.registration.getNotifications();
    return shown ? [shown.title, shown.body, shown.tag, shown.data.path] : null;
  })()`);
}

test(
  "push notifications are allowed on the Notifications page and open their place",
  {
    tag: "@sweep",
  },
  async ({ launchOptions, reelay }) => {
    // The other tests' browser may deny all notifications.
    const executablePath = findChromium();
    const browser = await chromium.launch({ ...launchOptions, ...(executablePath && { executablePath }) });
    const { page, context } = await signUp(browser, reelay.url, "anika", "Editor");
    await simulatePushService(page);
    await page.goto(notificationsPath("EDITOR"));

    await test.step("the browser is subscribed with a service worker", async () => {
      const allow = page.getByRole("button", { name: "Allow in this browser" });
      await expect(allow).toBeVisible();
      await context.grantPermissions(["notifications"]);
      const subscribing = page.waitForRequest("**/push-subscriptions");
      await allow.click();
      expect((await subscribing).postDataJSON()).toMatchObject({ endpoint: "https://push.invalid/1" });
      await expect(page.getByText("On in this browser, even when Reelay is closed.")).toBeVisible();
    });

    await test.step("a message is shown while no page is in front", async () => {
      // Chromium may drop a notification that it is asked for before it is displayed. The same tag replaces it.
      await expect
        .poll(() => showPush(context))
        .toEqual(["New task", "Due soon.", "notification-7", tasksPath("EDITOR")]);
    });

    await test.step("a click opens its place in the open page, without loading it again", async () => {
      await page.evaluate(() => Object.assign(window, { kept: true }));
      const [worker] = context.serviceWorkers();
      await worker?.evaluate(`(async () => {
      delete self.clients.matchAll;
      const [notification] = await self.registration.getNotifications();
      self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
    })()`);
      await expect(page).toHaveURL(`${reelay.url}${tasksPath("EDITOR")}`);
      expect(await page.evaluate(() => "kept" in window)).toBe(true);
    });
    await browser.close();
  },
);
