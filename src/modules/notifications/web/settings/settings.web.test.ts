import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";

import { AppError } from "#core/error.ts";
import { notificationsPath, unsubscribePath } from "#core/paths.ts";
import type { NotificationKind } from "#modules/notifications/contract/inbox.ts";
import {
  type NotificationSettings,
  notificationSettingsEndpoints,
} from "#modules/notifications/contract/settings.ts";
import { emailCodeEndpoints } from "#modules/sign-in/contract/one-time-codes.ts";
import { ConnectionLost } from "#testing/web/fake-api.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika } from "#testing/web/samples.ts";

const defaults: NotificationSettings = {
  push: true,
  pushOff: [],
  email: true,
  emailFrequency: "immediately",
  emailOff: [],
};
const push = page.getByRole("switch", { name: "Push Notifications" });
const email = page.getByRole("switch", { name: "Email Notifications" });
const newTasks = (channel: "Push" | "Email") => page.getByRole("checkbox", { name: `New tasks: ${channel}` });
const frequency = page.getByLabelText("Email frequency");
const save = page.getByRole("button", { name: "Save Changes" });
const saved = page.getByText("Notification settings saved.");
const allow = page.getByRole("button", { name: "Allow in this browser" });

/** The notifications screen of an editor, on an API that keeps the settings and whether the email is confirmed. */
async function openSettings({
  emailAvailable = true,
  emailConfirmed = true,
  emailOn = true,
  kinds = ["assigned"] as NotificationKind[],
} = {}) {
  const screen = await startScreen(anika);
  let stored = { ...defaults, email: emailOn };
  let confirmed = emailConfirmed;
  screen.api.on(notificationSettingsEndpoints.settings, () => ({
    ...stored,
    emailAvailable,
    emailConfirmed: confirmed,
    kinds,
  }));
  screen.api.on(emailCodeEndpoints.sendEmailCode, () => null);
  screen.api.on(emailCodeEndpoints.confirmEmail, () => {
    confirmed = true;
    return null;
  });
  const saves = screen.api.on(notificationSettingsEndpoints.saveSettings, ({ body }) => {
    stored = body;
    return body;
  });
  await screen.open(notificationsPath("EDITOR"));
  await expect.element(page.getByRole("form", { name: "Notification settings" })).toBeVisible();
  return { ...screen, saves: () => saves.map(({ body }) => body) };
}

test("types and channels are switched off and on again, and the choice is kept", async () => {
  const { reload, saves } = await openSettings();
  await expect.element(push).toBeChecked();
  await expect.element(email).toBeChecked();
  await expect
    .element(page.getByRole("checkbox", { name: /^Versions ready to review/ }))
    .not.toBeInTheDocument();
  await newTasks("Push").click();
  await newTasks("Email").click();
  await frequency.selectOptions("Hourly digest");
  await save.click();
  await expect.element(saved).toBeVisible();
  const chosen = { ...defaults, pushOff: ["assigned"], emailOff: ["assigned"], emailFrequency: "hourly" };
  expect(saves()).toEqual([chosen]);
  await reload();
  for (const channel of ["Push", "Email"] as const) await expect.element(newTasks(channel)).not.toBeChecked();
  await expect.element(frequency).toHaveValue("hourly");

  await push.click();
  await email.click();
  for (const choice of [newTasks("Push"), newTasks("Email"), frequency])
    await expect.element(choice).toBeDisabled();
  await save.click();
  await expect.poll(saves).toEqual([chosen, { ...chosen, push: false, email: false }]);
  await reload();
  await expect.element(email).not.toBeChecked();
  await email.click();
  await newTasks("Email").click();
  await save.click();
  await expect.poll(() => saves().at(-1)).toEqual({ ...chosen, push: false, emailOff: [] });
});

test("an editor who manages a channel switches the kinds of managers", async () => {
  const { saves } = await openSettings({ kinds: ["assigned", "ready_to_review"] });
  await page.getByRole("checkbox", { name: "Versions ready to review: Email" }).click();
  await save.click();
  await expect.poll(saves).toEqual([{ ...defaults, emailOff: ["ready_to_review"] }]);
});

test("a failed save says so and keeps the choice, and a failed load can be retried", async () => {
  const { api, open } = await openSettings();
  api.on(notificationSettingsEndpoints.saveSettings, () => {
    throw new ConnectionLost();
  });
  await newTasks("Email").click();
  await save.click();
  await expect.element(page.getByText("Failed to save your settings. Please try again.")).toBeVisible();
  await expect.element(newTasks("Email")).not.toBeChecked();

  let failing = true;
  api.on(notificationSettingsEndpoints.settings, () => {
    if (failing) throw new AppError({ code: "invalid_input", status: 422, message: "Not now." });
    return { ...defaults, emailAvailable: true, emailConfirmed: true, kinds: ["assigned" as const] };
  });
  await open(notificationsPath("EDITOR"));
  const panel = page.getByRole("complementary", { name: "Settings" });
  await expect.element(panel.getByText("Not now.")).toBeVisible();
  failing = false;
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect.element(newTasks("Email")).toBeChecked();
});

test("a server that sends no email says so", async () => {
  await openSettings({ emailAvailable: false });
  await expect.element(page.getByText("This server sends no email.")).toBeVisible();
});

const unconfirmed = page.getByText("Notification emails start once you confirm your email address.");

test("an unconfirmed email is confirmed beside the settings, and what was chosen stays", async () => {
  await openSettings({ emailConfirmed: false });
  await newTasks("Email").click();
  await expect.element(unconfirmed).toBeVisible();
  await page.getByRole("button", { name: "Send confirmation code" }).click();
  await page.getByLabelText("One-time code").fill("7KFD");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect.element(unconfirmed).not.toBeInTheDocument();
  await expect.element(newTasks("Email")).not.toBeChecked();
});

test.each([{ emailOn: false }, { emailAvailable: false }])(
  "an unconfirmed email is not mentioned where nothing is emailed: %o",
  async (change) => {
    await openSettings({ ...change, emailConfirmed: false });
    expect(unconfirmed.query()).toBeNull();
  },
);

/** A push service of this browser, and the user's answer to its question. */
function simulatePush(answer: NotificationPermission) {
  let permission: NotificationPermission = "default";
  vi.spyOn(Notification, "permission", "get").mockImplementation(() => permission);
  const asked = vi.spyOn(Notification, "requestPermission").mockImplementation(async () => {
    permission = answer;
    return answer;
  });
  const endpoint = "https://push.invalid/1";
  const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
  const subscription = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: vi.fn(async () => true) };
  const pushManager = {
    subscribe: vi.fn<PushManager["subscribe"]>(async () => subscription as unknown as PushSubscription),
    getSubscription: async () => subscription,
  };
  const registration = { pushManager } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, "register").mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, "ready", "get").mockResolvedValue(registration);
  onTestFinished(() => void vi.restoreAllMocks());
  return { asked, pushManager, subscription, keys: { endpoint, ...keys } };
}

const publicKey = "B".repeat(87);

test("the browser is asked only when the user wants it, and is subscribed with the server's key", async () => {
  const { asked, pushManager, keys } = simulatePush("granted");
  const { api } = await openSettings();
  api.on(notificationSettingsEndpoints.pushKey, () => ({ publicKey }));
  const subscribed = api.on(notificationSettingsEndpoints.subscribePush, () => null);
  await expect.element(page.getByText("Off in this browser.")).toBeVisible();
  expect(asked).not.toHaveBeenCalled();
  await allow.click();
  await expect.element(page.getByText("On in this browser, even when Reelay is closed.")).toBeVisible();
  await expect.element(allow).not.toBeInTheDocument();
  expect(pushManager.subscribe.mock.calls).toEqual([
    [{ userVisibleOnly: true, applicationServerKey: publicKey }],
  ]);
  expect(subscribed).toEqual([{ body: keys }]);
});

test("a subscription with an old key of the server is replaced", async () => {
  const { pushManager, subscription } = simulatePush("granted");
  const { api } = await openSettings();
  api.on(notificationSettingsEndpoints.pushKey, () => ({ publicKey }));
  const subscribed = api.on(notificationSettingsEndpoints.subscribePush, () => null);
  pushManager.subscribe.mockRejectedValueOnce(new DOMException("Another key", "InvalidStateError"));
  await allow.click();
  await expect.poll(() => subscribed).toHaveLength(1);
  expect(subscription.unsubscribe).toHaveBeenCalledOnce();
});

test("a browser that blocks notifications is told where to allow them", async () => {
  simulatePush("denied");
  await openSettings();
  await push.click();
  await expect.element(allow).not.toBeInTheDocument();
  await push.click();
  await expect
    .element(page.getByText(/^This browser blocks them\. Allow notifications for this site/))
    .toBeVisible();
});

test("a failed subscription can be tried again", async () => {
  simulatePush("granted");
  const { api } = await openSettings();
  api.on(notificationSettingsEndpoints.pushKey, () => {
    throw new ConnectionLost();
  });
  await allow.click();
  await expect
    .element(page.getByText("Push notifications could not be switched on. Try again."))
    .toBeVisible();
});

test("the link of an email asks before it unsubscribes, without a login", async () => {
  const { api, open } = await startScreen(null);
  api.on(notificationSettingsEndpoints.unsubscribeLink, () => ({ scope: "assigned" as const }));
  const ended = api.on(notificationSettingsEndpoints.unsubscribe, () => ({ scope: "assigned" as const }));
  await open(unsubscribePath("a-token"));
  await expect.element(page.getByRole("heading", { name: "Unsubscribe" })).toBeVisible();
  await expect.element(page.getByText("Emails about: New tasks")).toBeVisible();
  expect(ended).toEqual([]);
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect.element(page.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
  expect(ended).toEqual([{ params: { token: "a-token" } }]);
});
