import { createElement } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import type { ResponseOf } from "#core/endpoint.ts";
import { AppError } from "#core/error.ts";
import {
  authorizeUploadPath,
  checkProgressPath,
  previewPath,
  settingsPath,
  startUploadPath,
  taskUpdatePath,
} from "#core/paths.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import {
  type ConnectedDestination,
  destinationsEndpoints,
  formEndpoint,
  destinationsError,
} from "#modules/publishing/contract/destinations.ts";
import { detailsEndpoints } from "#modules/publishing/contract/details.ts";
import { publishingError } from "#modules/publishing/contract/publishing.ts";
import { startEndpoints } from "#modules/publishing/contract/start.ts";
import { destinationsChanged } from "#modules/publishing/realtime-messages.ts";
import { analyticsStatePrefix, settingsStatePrefix } from "#modules/publishing/rules/authorization-state.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { type Screen, startScreen } from "#testing/web/open-screen.tsx";
import {
  failedDelivery,
  sampleDestination as channel,
  sampleProgress,
  sampleSummary,
} from "#testing/web/publishing-samples.ts";
import { anika, asEditor, meera, sampleTask } from "#testing/web/samples.ts";

import { DestinationsSection } from "../public/destinations-section.tsx";

const blocked = "The administrator of this Google account blocks access. Ask them, or use another account.";
const settingsState = `&state=${settingsStatePrefix}1`;
const button = (name: string) => page.getByRole("button", { name, exact: true });

/** Opens a page for task 12, as a button of its publication does. */
async function openFromTask({ api, open }: Pick<Screen, "api" | "open">, path: string): Promise<void> {
  api.on(deliveriesEndpoints.progress, () => sampleProgress(failedDelivery("reconnect_needed", "upload")));
  api.on(destinationsEndpoints.authorize, () => location.origin + path);
  await open(checkProgressPath(12));
  await button("Reconnect").click();
}

test.each([
  ["admin_policy_enforced", blocked],
  ["org_internal", blocked],
  ["invalid_request", "YouTube refused the login. Connect the channel again."],
])("the consent screen's error %s is explained, and leads back to the settings", async (error, message) => {
  const { open } = await startScreen(meera);
  await open(`${authorizeUploadPath}?error=${error}${settingsState}`);
  await expect.element(page.getByRole("heading", { name: "Not connected" })).toBeVisible();
  await expect.element(page.getByRole("alert").getByText(message)).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Go to Settings" }))
    .toHaveAttribute("href", settingsPath("YOUTUBER"));
});

test("a refused consent names the permission that publishing needs", async () => {
  const { open } = await startScreen(meera);
  await open(`${authorizeUploadPath}?error=access_denied${settingsState}`);
  await expect
    .element(page.getByText(/You didn't give access to your channel. Nothing was changed/))
    .toBeVisible();
  await expect
    .element(
      page.getByText(
        new RegExp(`leave the box “See, edit, and permanently delete your YouTube videos, .*” checked`),
      ),
    )
    .toBeVisible();
});

test("access to figures that was not granted is no lost connection, and can be asked for again", async () => {
  const { api, open } = await startScreen(meera);
  const state = `${analyticsStatePrefix}youtube.${channel.id}.1`;
  const message = "You chose the channel “Teo”, so nothing was changed. Try again and choose “Mira”.";
  api.on(destinationsEndpoints.finishAuthorization, () => {
    throw publishingError("authorization_refused", { message });
  });
  const authorized = api.on(
    destinationsEndpoints.authorizeFigures,
    () => `${location.href.split("#")[0]}#consent`,
  );
  await open(`${authorizeUploadPath}?code=one&state=${state}`);
  await expect.element(page.getByRole("heading", { name: "No access to analytics" })).toBeVisible();
  await expect.element(page.getByText(message)).toBeVisible();
  await button("Try again").click();
  await expect.poll(() => location.hash).toBe("#consent");
  expect(authorized).toEqual([{ body: { destinationId: channel.id } }]);
});

test("a refused code shows the server's message, with the way back to where the authorization began", async () => {
  const { api, open } = await startScreen(meera);
  const message = "YouTube can't be reached. Try again in a moment.";
  const refuse = () => {
    throw new AppError({ code: "platform_unreachable", status: 502, message });
  };
  const fromSettings = api.on(destinationsEndpoints.finishAuthorization, refuse);
  const fromTask = api.on(destinationsEndpoints.getAccessToken, refuse);
  await open(`${authorizeUploadPath}?code=one${settingsState}`);
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Go to Settings" })).toBeVisible();
  expect(fromSettings).toEqual([{ body: { code: "one", state: `${settingsStatePrefix}1` } }]);

  await openFromTask({ api, open }, `${authorizeUploadPath}?code=two&state=2`);
  await expect.element(page.getByText(message)).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Go Back" }))
    .toHaveAttribute("href", taskUpdatePath(12));
  await expect.element(button("Connect channel")).toBeVisible();
  expect(fromTask).toEqual([{ body: { code: "two", state: "2", taskId: 12 } }]);
});

/** The start screen of task 12. */
async function openStart(uploadsLeft = 40) {
  const screen = await startScreen(meera);
  const { api } = screen;
  api.on(destinationsEndpoints.choice, () => ({ destinations: [channel], chosen: [channel.id], fixed: [] }));
  const summaries = api.on(startEndpoints.summary, () => sampleSummary());
  api.on(detailsEndpoints.channelHealth, () => ({
    connectedAt: channel.connectedAt,
    missingPermissions: [],
    uploadsLeft,
    uploadsPerDay: 100,
    quotaRenewsAt: "2031-05-02T07:00:00.000Z",
    verified: true,
    problem: null,
    recoveryActions: [],
  }));
  api.on(detailsEndpoints.choices, () => ({ connected: true, categories: [], channels: [] }));
  await openFromTask(screen, startUploadPath);
  await expect.element(button("Start upload")).toBeVisible();
  return { ...screen, summaries };
}

test("a channel that is disconnected elsewhere can't be published to any more", async () => {
  const { api, realtime, summaries } = await openStart();
  // What changed before the connection is loaded again.
  await realtime.connect();
  await expect.poll(() => summaries.length, { timeout: 20_000 }).toBeGreaterThan(1);
  api.on(destinationsEndpoints.choice, () => ({ destinations: [], chosen: [], fixed: [] }));
  api.on(startEndpoints.summary, () => {
    throw publishingError("no_channel");
  });
  realtime.send(destinationsChanged, {});
  await expect.element(page.getByText("Connect your YouTube channel first.")).toBeVisible();
  await expect.element(button("Connect channel")).toBeVisible();
  expect(button("Start upload").elements()).toEqual([]);
});

test("a channel can be disconnected on the start screen", async () => {
  const { api, summaries } = await openStart();
  const removed = api.on(destinationsEndpoints.remove, () => {
    api.notify(destinationsChanged, {});
    return null;
  });
  await button("Disconnect").click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(removed).toMatchObject([{ params: { destinationId: channel.id } }]);
  await expect.poll(() => summaries.length).toBeGreaterThan(1);
});

test("the start screen states when the uploads of the day are used up", async () => {
  await openStart(0);
  await expect
    .element(page.getByText(/^Today's uploads to YouTube, or your share of them, are used up/))
    .toBeVisible();
});

test("a time that is too early is refused at its field", async () => {
  const { api } = await openStart();
  api.on(startEndpoints.startDelivery, () => {
    const issues = [{ path: "publishAt", message: "Choose a time at least 15 minutes from now." }];
    throw publishingError("publish_time", { issues });
  });
  await page.getByRole("radio", { name: /^Scheduled/ }).click();
  await expect.element(page.getByText(/in your time zone: .* \(GMT\+5:30\)/)).toBeVisible();
  const time = page.getByLabelText("Public from");
  await time.fill("2026-01-01T10:00");
  await button("Start upload").click();
  await expect.element(time).toHaveAttribute("aria-invalid", "true");
  await expect.element(time).toHaveAccessibleDescription(/Choose a time at least 15 minutes from now/);
});

test("the details are open to the creator only, for an approved version", async () => {
  const { api, open } = await startScreen(anika);
  const reject = () => {
    throw new AppError({ code: "forbidden", status: 403, message: "Only creators can do this." });
  };
  api.on(destinationsEndpoints.choice, reject);
  api.on(tasksEndpoints.fetchTask, () => asEditor(sampleTask({ stage: "approved" })));
  await open(taskUpdatePath(12));
  await expect.element(page.getByText("Only meera can publish this video.")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Go to the preview" }))
    .toHaveAttribute("href", previewPath(12));
});

test("the details of a version that is not approved can't be published", async () => {
  const { api, open } = await startScreen(meera);
  api.on(destinationsEndpoints.choice, () => ({ destinations: [], chosen: [], fixed: [] }));
  api.on(tasksEndpoints.fetchTask, () => sampleTask({ stage: "changes_requested" }));
  await open(taskUpdatePath(12));
  await expect.element(page.getByText("Approve a version before you publish it.")).toBeVisible();
});

type OfferedKinds = ResponseOf<typeof destinationsEndpoints.kinds>;

/** The section of the settings. */
async function showDestinations(destinations: ConnectedDestination[] = [], kinds: OfferedKinds = []) {
  const screen = await startScreen(meera);
  screen.api.on(destinationsEndpoints.list, () => destinations);
  screen.api.on(destinationsEndpoints.kinds, () => kinds);
  screen.show(createElement(DestinationsSection));
  return screen;
}

test("the dialog of PeerTube keeps the entries of a refused login, and asks for a second factor and a channel", async () => {
  const { api } = await showDestinations();
  const refusal = "Wrong user name or password. Check both and try again.";
  const logins = api.on(formEndpoint("peertube"), () => {
    throw publishingError("authorization_refused", { message: refusal });
  });
  await button("Connect PeerTube").click();
  const dialog = page.getByRole("dialog", { name: "Connect PeerTube" });
  await dialog.getByLabelText(/^Instance address/).fill("videos.example.org");
  await dialog.getByLabelText(/^User name/).fill("mira");
  await dialog.getByLabelText(/^Password/).fill("wrong");
  await dialog.getByRole("button", { name: "Connect" }).click();
  await expect.element(dialog.getByText(refusal)).toBeVisible();
  await expect.element(dialog.getByLabelText(/^User name/)).toHaveValue("mira");
  expect(dialog.getByLabelText("Two-factor code").elements()).toEqual([]);
  api.on(formEndpoint("peertube"), () => {
    throw destinationsError("second_factor_needed");
  });
  await dialog.getByRole("button", { name: "Connect" }).click();
  const channels = [
    { name: "cooks", title: "Mira Cooks Slowly" },
    { name: "garden", title: "Balcony Harvest" },
  ];
  const later = api.on(formEndpoint("peertube"), ({ body: { channel: chosen } }) =>
    chosen === ""
      ? { connected: null, channels }
      : { connected: { ...channel, kind: "peertube" as const }, channels },
  );
  await dialog.getByLabelText("Two-factor code").fill("123456");
  await dialog.getByRole("button", { name: "Connect" }).click();
  await dialog.getByLabelText(/^Channel/).selectOptions("Balcony Harvest");
  await dialog.getByRole("button", { name: "Connect" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const login = { address: "videos.example.org", username: "mira", password: "wrong", otp: "", channel: "" };
  expect([...logins, ...later]).toEqual([
    { body: login },
    { body: { ...login, otp: "123456" } },
    { body: { ...login, otp: "123456", channel: "garden" } },
  ]);
});

test("the dialog of an S3 bucket shows a refusal above its buttons", async () => {
  const { api } = await showDestinations();
  await page.viewport(1280, 720);
  const refusal =
    "S3 bucket “films” doesn't accept these keys. Check the access key ID and the secret access key.";
  const entries = {
    endpoint: "s3.example.com",
    bucket: "films",
    region: "eu-central-1",
    accessKeyId: "key",
    secretAccessKey: "secret",
  };
  const tries = api.on(formEndpoint("s3"), () => {
    throw publishingError("authorization_refused", { message: refusal });
  });
  await expect.element(page.getByText("Nothing is connected yet.")).toBeVisible();
  expect(button("Connect folder on the server").elements()).toEqual([]);
  await button("Connect S3 bucket").click();
  const dialog = page.getByRole("dialog", { name: "Connect S3 bucket" });
  await dialog.getByLabelText(/^Endpoint/).fill(entries.endpoint);
  await dialog.getByLabelText(/^Bucket/).fill(entries.bucket);
  await dialog.getByLabelText(/^Region/).fill(entries.region);
  await dialog.getByLabelText(/^Access key ID/).fill(entries.accessKeyId);
  await dialog.getByLabelText(/^Secret access key/).fill(entries.secretAccessKey);
  await dialog.getByRole("button", { name: "Connect" }).click();
  const message = dialog.getByText(refusal);
  await expect.element(message).toBeVisible();
  await expect
    .poll(() => {
      const { left, bottom } = message.element().getBoundingClientRect();
      return document.elementFromPoint(left + 2, bottom - 2);
    })
    .toBe(message.element());
  expect(tries).toEqual([{ body: { ...entries, folder: "" } }]);
});

test("folders of the server are offered where the operator allows some, with their names to choose from", async () => {
  const choices = { root: ["videos", "archive"] };
  const { api } = await showDestinations([], [{ kind: "folder", choices }]);
  const tries = api.on(formEndpoint("folder"), () => ({
    connected: { ...channel, kind: "folder" as const, title: "archive/films" },
    channels: [],
  }));
  await button("Connect folder on the server").click();
  const dialog = page.getByRole("dialog", { name: "Connect folder on the server" });
  await dialog.getByLabelText(/^Folder/).selectOptions("archive");
  await dialog.getByLabelText(/^Subfolder/).fill("films");
  await dialog.getByRole("button", { name: "Connect" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(tries).toEqual([{ body: { root: "archive", folder: "films" } }]);
});

test("a broken connection can be renewed, a working one checked", async () => {
  const broken = { ...channel, brokenAt: "2031-05-03T09:00:00.000Z" };
  const { api } = await showDestinations([broken]);
  await expect.element(page.getByText(/^Broken since/)).toBeVisible();
  expect(button("Check").elements()).toEqual([]);
  const requests = api.on(
    destinationsEndpoints.startAuthorization,
    () => new Promise<string>(() => undefined),
  );
  await button("Reconnect").click();
  await expect.element(button("Redirecting to OAuth...")).toBeVisible();
  expect(requests).toEqual([{ params: { kind: "youtube" }, body: { destinationId: channel.id } }]);
});
