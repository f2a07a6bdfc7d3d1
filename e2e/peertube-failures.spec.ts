import { expect } from "@playwright/test";

import { problemMessage } from "#modules/publishing/rules/problems.ts";
import { clip } from "#testing/clips.ts";

import { expectFailure, expectInterruption } from "./support/failures.ts";
import { thumbnailFile } from "./support/files.ts";
import { signUp } from "./support/people.ts";
import { clearFailures, orderFailures } from "./support/platform.ts";
import { approvedTask, retryByCall, startDelivery, uploadAgain } from "./support/publishing.ts";
import { test } from "./support/test.ts";

const cancel = "Cancel publishing";
const ordered = (problem: string, more: object = {}) => [{ kind: "peertube", problem, ...more }];

const logins = [
  { code: "address_refused", address: "https://192.168.1.20" },
  { code: "not_peertube", problem: "not_peertube" },
  { code: "login_refused", password: "wrong" },
  { code: "no_channel", username: "pim" },
  { code: "account_unusable", problem: "account_blocked" },
  { code: "unavailable", problem: "unavailable" },
];

const startFailures = [
  { code: "storage_full", problem: "quota_reached", actions: ["Retry", cancel] },
  { code: "file_size", problem: "file_too_large", actions: ["Send back to the editor", cancel] },
  { code: "media_refused", problem: "file_refused", actions: ["Send back to the editor", cancel] },
  { code: "channel_forbidden", problem: "forbidden", actions: ["Reconnect", "Retry", cancel] },
  { code: "account_unusable", problem: "account_blocked", actions: ["Reconnect", "Retry", cancel] },
];

test("each failure of PeerTube says what happened and leads on", async ({ browser, reelay }) => {
  const { sandboxUrl } = reelay;
  const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
  const editor = await signUp(browser, reelay.url, "anika", "Editor");
  const { page } = creator;
  const platform = `PeerTube (${new URL(sandboxUrl).host})`;
  await clearFailures(sandboxUrl);

  await page.goto("/y/settings");
  await page.getByRole("button", { name: "Connect PeerTube" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect PeerTube" });
  const connect = async (login: { address?: string; username?: string; password?: string }) => {
    const { address = sandboxUrl, username = "mira", password = `sandbox-${username}` } = login;
    await dialog.getByLabel("Address of the instance").fill(address);
    await dialog.getByLabel("User name").fill(username);
    await dialog.getByLabel("Password").fill(password);
    await dialog.getByRole("button", { name: "Connect" }).click();
  };
  for (const { code, problem, ...login } of logins) {
    await test.step(`login: ${code}`, async () => {
      if (problem) await orderFailures(sandboxUrl, ordered(problem));
      await connect(login);
      const names = new RegExp(
        `^(${["PeerTube", platform].map((name) => escaped(problemMessage(code, name))).join("|")})$`,
      );
      await expect(dialog.getByText(names)).toBeVisible();
    });
  }
  await test.step("login: a second factor is asked for", async () => {
    await connect({ username: "teo" });
    await expect(dialog.getByText(problemMessage("second_factor_needed", platform))).toBeVisible();
    await connect({});
    await dialog.getByLabel("Channel").selectOption("Mira Cooks Slowly");
    await dialog.getByRole("button", { name: "Connect" }).click();
    await expect(dialog).toBeHidden();
  });

  const files = { video: await clip("h264"), thumbnail: await thumbnailFile() };
  const taskId = await approvedTask({ creator, editor }, files);
  for (const [index, { code, problem, actions }] of startFailures.entries()) {
    await test.step(`start: ${code}`, async () => {
      await orderFailures(sandboxUrl, ordered(problem));
      if (index > 0) return retryAndExpect(code, actions);
      await startDelivery(creator, taskId);
      await page.goto(`/check-progress/${taskId}`);
      return expectFailure(page, { code, actions }, platform);
    });
  }

  async function retryAndExpect(code: string, actions: string[]): Promise<void> {
    await retryByCall(creator, taskId);
    await expectFailure(page, { code, actions }, platform);
  }

  await test.step("an instance that is away or busy is asked again", async () => {
    await orderFailures(sandboxUrl, ordered("unavailable", { retryAfter: 300 }));
    await retryByCall(creator, taskId);
    await expectInterruption(page, "unavailable", platform);
    await orderFailures(sandboxUrl, ordered("rate_limited", { retryAfter: 300 }));
    await page.getByRole("button", { name: "Try now" }).click();
    await expectInterruption(page, "rate_limited", platform);
  });

  await test.step("the thumbnail", async () => {
    await orderFailures(sandboxUrl, [...ordered("refused_thumbnail"), ...ordered("moving_failed")]);
    await page.getByRole("button", { name: "Try now" }).click();
    const actions = ["Choose another thumbnail", "Publish without thumbnail", cancel];
    await expectFailure(page, { code: "thumbnail_invalid", actions }, platform);
  });

  await test.step("the processing", async () => {
    await page.getByRole("button", { name: "Publish without thumbnail" }).click();
    const again = ["Upload again", "Send back to the editor", cancel];
    await expectFailure(page, { code: "platform_uploadFailed", actions: again }, platform);
    await orderFailures(sandboxUrl, ordered("transcoding_failed"));
    await uploadAgain(page);
    const sendBack = ["Send back to the editor", cancel];
    await expectFailure(page, { code: "platform_transcodeFailed", actions: sendBack }, platform);
  });

  await test.step("a login that was revoked leads to the settings, and from there to a retry", async () => {
    await orderFailures(sandboxUrl, ordered("revoked"));
    await retryAndExpect("reconnect_needed", ["Reconnect", "Retry", cancel]);
    const progress = await creator.context.newPage();
    await progress.goto(`/check-progress/${taskId}`);
    await page.getByRole("link", { name: "Reconnect" }).click();
    await page.getByRole("button", { name: "Reconnect" }).click();
    await connect({});
    await expect(dialog).toBeHidden();
    await expectFailure(progress, { code: "reconnected", actions: ["Retry", cancel] }, platform);
    await progress.getByRole("button", { name: "Retry" }).click();
    // The delivery goes on: the instance reports again what became of the video.
    const sendBack = ["Send back to the editor", cancel];
    await expectFailure(progress, { code: "platform_transcodeFailed", actions: sendBack }, platform);
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
