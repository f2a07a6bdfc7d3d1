import { expect } from "@playwright/test";

import { settingsPath, startUploadPath } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";

import { approveVersion } from "./support/decisions.ts";
import { card, createTask, giveConsent, openTasks, signUp, uploadVideo } from "./support/people.ts";
import { injectFailures } from "./support/platform.ts";
import { test } from "./support/test.ts";

const brief = {
  taskTitle: "Night train to Ratnagiri",
  workDescription: "Keep the sound of the rails.",
  title: "Night train to Ratnagiri",
  description: "Eight hours of dark windows.",
  tags: ["trains"],
  madeForKids: false,
};

test("one task is published to YouTube and PeerTube, where it fails once", async ({ browser, reelay }) => {
  const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
  const editor = await signUp(browser, reelay.url, "anika", "Editor");
  const { page } = creator;
  await openTasks(creator);
  await openTasks(editor);
  await createTask(creator, editor.name, brief);
  await uploadVideo(editor, brief.taskTitle, await clip("h264"));
  await card(creator, brief.taskTitle).getByRole("link", { name: "Preview" }).click();
  await approveVersion(page);
  await page.getByRole("button", { name: "Save Task" }).click();
  await giveConsent(creator);
  await expect(page.getByRole("heading", { name: "Publish on YouTube" })).toBeVisible();

  await test.step("the instance is connected in the settings", async () => {
    await page.goto(settingsPath("YOUTUBER"));
    await page.getByRole("button", { name: "Connect PeerTube" }).click();
    const dialog = page.getByRole("dialog", { name: "Connect PeerTube" });
    await dialog.getByLabel("Instance address").fill(reelay.sandboxUrl);
    await dialog.getByLabel("User name").fill("mira");
    await dialog.getByLabel("Password").fill("wrong");
    await dialog.getByRole("button", { name: "Connect" }).click();
    await expect(dialog.getByText(/^Wrong user name or password/)).toBeVisible();
    await dialog.getByLabel("Password").fill("sandbox-mira");
    await dialog.getByRole("button", { name: "Connect" }).click();
    await dialog.getByLabel("Channel").selectOption("Balcony Harvest");
    await dialog.getByRole("button", { name: "Connect" }).click();
    await expect(dialog).toBeHidden();
    const section = page.getByRole("region", { name: "Destinations" });
    await expect(section.getByRole("listitem")).toHaveCount(2);
    await expect(section.getByText("PeerTube", { exact: true })).toBeVisible();
  });

  const peertubeBox = page.getByRole("checkbox", { name: /\(PeerTube\)/ });

  await test.step("one whose connection breaks on the start screen can be left out there, and reconnected", async () => {
    await injectFailures(reelay.sandboxUrl, [{ kind: "peertube", problem: "revoked" }]);
    await page.goto(startUploadPath);
    // Checked once the choice is being saved, later than "check()" looks.
    await peertubeBox.click();
    await expect(page.getByText("The connection to “Balcony Harvest” is broken.")).toBeVisible();
    await peertubeBox.click();
    await expect(page.getByRole("heading", { name: "Publish on YouTube", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Start upload" })).toBeVisible();
    const settings = page.getByRole("link", { name: "Settings → Destinations" });
    await expect(settings).toHaveAttribute("href", /destination=/);
    await peertubeBox.click();
    await page.getByRole("link", { name: "Reconnect" }).click();
    await expect(page.getByRole("button", { name: "Reconnect" })).toBeFocused();
    await page.getByRole("button", { name: "Reconnect" }).click();
    const dialog = page.getByRole("dialog", { name: "Reconnect PeerTube" });
    await dialog.getByLabel("Instance address").fill(reelay.sandboxUrl);
    await dialog.getByLabel("User name").fill("mira");
    await dialog.getByLabel("Password").fill("sandbox-mira");
    await dialog.getByRole("button", { name: "Reconnect" }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("both are chosen, and PeerTube's storage is full", async () => {
    await injectFailures(reelay.sandboxUrl, [{ kind: "peertube", problem: "quota_reached" }]);
    await page.goto(startUploadPath);
    await expect(peertubeBox).toBeChecked();
    await expect(page.getByRole("checkbox", { name: /\(YouTube\)/ })).toBeChecked();
    await expect(peertubeBox).toBeEnabled();
    await page.getByRole("button", { name: "Start upload" }).click();
    await expect(page).toHaveURL(/check-progress/);
  });

  await test.step("YouTube has the video, PeerTube is retried on its own", async () => {
    const list = page.getByRole("region", { name: "Destinations" });
    const [youtube, peertube] = ["YouTube", "PeerTube"].map((kind) =>
      list.getByRole("listitem").filter({ has: page.getByText(kind, { exact: true }) }),
    );
    await expect(page.getByRole("heading", { name: "1 of 2 destinations failed" })).toBeVisible();
    await expect(page.getByRole("alert").getByText(/Your storage on PeerTube .* is full/)).toBeVisible();
    await expect(peertube?.getByText("Failed", { exact: true }) ?? list).toBeVisible();
    await expect(youtube?.getByText("Published", { exact: true }) ?? list).toBeVisible();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(peertube?.getByText("Published", { exact: true }) ?? list).toBeVisible();
    await expect(
      page.getByText("Your video is published on YouTube and PeerTube.", { exact: true }),
    ).toBeVisible();
    await expect(list.getByRole("link", { name: /^Watch/ })).toHaveCount(2);
  });
});

test(
  "a YouTube channel is connected and reconnected in the settings",
  {
    tag: "@sweep",
  },
  async ({ browser, reelay }) => {
    const { page } = await signUp(browser, reelay.url, "meera", "Youtuber");
    const section = page.getByRole("region", { name: "Destinations" });
    const channel = section.getByRole("listitem").filter({ hasText: "Mira Cooks Slowly" });
    await page.goto(settingsPath("YOUTUBER"));

    await test.step("a refused consent changes nothing", async () => {
      await section.getByRole("button", { name: "Connect YouTube" }).click();
      await page.locator("button.choice").first().click();
      await page.locator("button.choice").first().click();
      await page.getByRole("button", { name: "Deny" }).click();
      await expect(page.getByText(/You didn't give access to your channel/)).toBeVisible();
      await page.getByRole("link", { name: "Go to Settings" }).click();
      await expect(section.getByText("Nothing is connected yet.")).toBeVisible();
    });

    await test.step("it is connected without a task", async () => {
      await section.getByRole("button", { name: "Connect YouTube" }).click();
      await giveConsent({ page });
      await expect(page.getByText("Mira Cooks Slowly is connected")).toBeVisible();
      await expect(channel.getByText(/^Allowed: uploads/)).toBeVisible();
      await expect(page).toHaveURL(/\/y\/settings\?destination=/);
    });

    await test.step("a broken one is reconnected, with the same channel only", async () => {
      await injectFailures(reelay.sandboxUrl, [{ kind: "expired_token" }, { kind: "revoked_consent" }]);
      await channel.getByRole("button", { name: "Check" }).click();
      await expect(channel.getByText(/^Broken since/)).toBeVisible();
      await channel.getByRole("button", { name: "Reconnect" }).click();
      await page.locator("button.choice").first().click();
      await page.locator("button.choice").nth(1).click();
      await page.getByRole("button", { name: "Allow" }).click();
      await expect(page.getByText(/Try again and choose “Mira Cooks Slowly”/)).toBeVisible();
      await page.getByRole("button", { name: "Try again" }).click();
      await giveConsent({ page });
      await expect(page.getByText("Mira Cooks Slowly is connected")).toBeVisible();
      await expect(channel.getByText(/^Allowed: uploads/)).toBeVisible();
      await expect(section.getByRole("listitem")).toHaveCount(1);
    });
  },
);
