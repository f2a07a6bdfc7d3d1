import { expect, type Page } from "@playwright/test";
import { z } from "zod";

import { problemMessage } from "#modules/publishing/rules/problems.ts";

import { youtube } from "./support/failures.ts";
import { giveConsent, signUp } from "./support/people.ts";
import { clearFailures, orderFailures } from "./support/platform.ts";
import { test } from "./support/test.ts";

/** Refusals of the code that the consent screen returned; the code of these tests is invalid anyway. */
const codeRefusals: { code: string; rules: object[] }[] = [
  { code: "authorization_expired", rules: [] },
  { code: "unreachable", rules: [{ kind: "dropped_token_request" }] },
  { code: "unavailable", rules: [{ kind: "token_error", error: "internal_failure", status: 503 }] },
  { code: "rate_limited", rules: [{ kind: "token_error", error: "slow_down", status: 429 }] },
  { code: "authorization_declined", rules: [{ kind: "token_error", error: "access_denied", status: 403 }] },
  { code: "client_settings", rules: [{ kind: "token_error", error: "invalid_client", status: 401 }] },
];

test("each failure to connect a channel of YouTube leads back to the settings", async ({
  browser,
  reelay,
}) => {
  const { sandboxUrl } = reelay;
  const creator = await signUp(browser, reelay.url, "meera", "Youtuber");
  const { page } = creator;
  await clearFailures(sandboxUrl);

  for (const { code, rules } of codeRefusals) {
    await test.step(code, async () => {
      await orderFailures(sandboxUrl, rules);
      const state = await authorizationState(page);
      await page.goto(`/authorize-youtube-upload?code=invalid&state=${state}`);
      await expectRefusal(page, code);
    });
  }

  await page.getByRole("link", { name: "Go to Settings" }).click();
  const consents: { code: string; rules: object[]; account?: string; platform?: string }[] = [
    { code: "authorization_blocked", rules: [{ kind: "consent_error" }] },
    {
      ...{ code: "authorization_failed", platform: "YouTube" },
      rules: [{ kind: "consent_error", error: "invalid_request" }],
    },
    { code: "no_refresh_token", rules: [{ kind: "no_refresh_token" }] },
    { code: "no_channel", rules: [], account: "Pim" },
  ];
  for (const { code, rules, account, platform } of consents) {
    await test.step(code, async () => {
      await orderFailures(sandboxUrl, rules);
      await page.getByRole("button", { name: "Connect YouTube" }).click();
      await giveConsent(creator, account);
      await expectRefusal(page, code, platform);
      await page.getByRole("link", { name: "Go to Settings" }).click();
    });
  }

  await test.step("after all of them a channel is connected", async () => {
    await page.getByRole("button", { name: "Connect YouTube" }).click();
    await giveConsent(creator);
    await expect(page.getByText(/ is connected$/)).toBeVisible();
  });
});

async function expectRefusal(page: Page, code: string, platform: string = youtube): Promise<void> {
  await expect(page.getByRole("heading", { name: "Not connected" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText(problemMessage(code, platform));
  await expect(page.getByRole("link", { name: "Go to Settings" })).toBeVisible();
}

/** Begins an authorization in the settings. Returns its state. */
async function authorizationState(page: Page): Promise<string> {
  const response = await page.request.post("/api/v1/destinations/youtube/authorization", { data: {} });
  const { data: url } = z.object({ data: z.url() }).parse(await response.json());
  return new URL(url).searchParams.get("state") ?? "";
}
