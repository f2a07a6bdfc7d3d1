import { type Browser, expect, type Page } from "@playwright/test";

import { codeMailedTo, mailsTo } from "./support/mailbox.ts";
import { openProfile, signUp } from "./support/people.ts";
import { test } from "./support/test.ts";

const wrong = (code: string) => [...code].map((letter) => (letter === "2" ? "3" : "2")).join("");

/** What needs a clock that can be moved (late codes, late passwords) is in src/app/server/forgotten-password.test.ts. */
test.describe("a forgotten password", () => {
  async function open(browser: Browser, url: string): Promise<Page> {
    const context = await browser.newContext({ baseURL: url });
    return context.newPage();
  }

  async function enter(page: Page, code: string): Promise<void> {
    await page.getByLabel("One-time code").fill(code);
    await page.getByRole("button", { name: "Verify" }).click();
  }

  async function choose(page: Page, password: string, again = password): Promise<void> {
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("Retype Password").fill(again);
    await page.getByRole("button", { name: "Change Password" }).click();
  }

  test("is replaced with an emailed code, which ends all sessions", async ({ browser, reelay }) => {
    const elsewhere = await signUp(browser, reelay.url, "meera", "Youtuber");
    await openProfile(elsewhere);
    const { name, email } = elsewhere;
    const page = await open(browser, reelay.url);
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("400")) complaints.push(message.text());
    });

    await page.goto("/auth?mode=login");
    await page.getByRole("button", { name: "Forgot your password" }).click();
    await expect(page.getByText("Please fill all fields")).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Forgot your password" }).click();
    await expect(page.getByText("OTP sent to your email. Please check your inbox.")).toBeVisible();
    await expect(page).toHaveURL(/\/auth\/verify-otp$/);
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByRole("timer")).toHaveText(/ left$/);

    const first = await codeMailedTo(reelay.sandboxUrl, email);
    await enter(page, "2");
    await expect(page.getByText("Please enter a valid OTP.")).toBeVisible();
    for (let tries = 0; tries < 5; tries += 1) {
      const answered = page.waitForResponse(/verify-otp/);
      await enter(page, wrong(first));
      expect((await answered).status()).toBe(400);
    }
    await enter(page, first);
    await expect(page.getByText("Invalid or expired OTP. generate a new one.")).toBeVisible();
    await page.getByLabel("One-time code").fill("2");
    await expect(page.getByText("Invalid or expired OTP. generate a new one.")).toBeHidden();

    await page.getByRole("button", { name: "Send again" }).click();
    const second = await codeMailedTo(reelay.sandboxUrl, email, 2);
    await page.getByLabel("One-time code").focus();
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true }),
      );
    }, ` ${second.toLowerCase()} `);
    await expect(page.getByLabel("One-time code")).toHaveValue(second);
    await page.getByLabel("One-time code").press("Enter");
    await expect(page.getByText("OTP verified successfully.")).toBeVisible();
    await expect(page).toHaveURL(/\/auth\/reset-password$/);

    const other = await open(browser, reelay.url);
    const stolen = await other.request.post("/api/v1/user/reset-password", {
      data: { email, password: "not the owner's choice" },
    });
    expect(stolen.status()).toBe(409);

    await choose(page, "");
    await expect(page.getByText("Please fill in all fields.").first()).toBeVisible();
    await choose(page, "a new reel every day", "a new reel every week");
    await expect(page.getByText("Passwords do not match. Please try again.")).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill("a new reel every week");
    await expect(page.getByText("Passwords do not match. Please try again.")).toBeHidden();
    await choose(page, "iloveyou");
    await expect(page.getByText("This password is too common.")).toBeVisible();
    await choose(page, "a new reel every day");
    await expect(page.getByText("Password changed successfully.")).toBeVisible();
    await expect(page).toHaveURL(/\/auth\?mode=login$/);

    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("a new reel every day");
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(page).toHaveURL(`${reelay.url}/y/profile/${name}`);
    await elsewhere.page.reload();
    await expect(elsewhere.page).toHaveURL(/\/auth/);
    await expect
      .poll(async () => (await mailsTo(reelay.sandboxUrl, email))[0]?.subject)
      .toBe("Your password was changed · Reelay");

    expect(complaints.filter((text) => !/40[19]|422/.test(text))).toEqual([]);
  });

  test(
    "requires an email and the browser that entered the code",
    { tag: "@sweep" },
    async ({ browser, reelay }) => {
      const page = await open(browser, reelay.url);
      await page.goto("/auth/reset-password");
      await expect(page.getByText("Email not found. Please try again.")).toBeVisible();
      await expect(page).toHaveURL(/\/auth$/);

      await page.goto("/auth/verify-otp");
      await page.getByLabel("Email").fill("not an address");
      await page.getByRole("button", { name: "Send OTP" }).click();
      await expect(page.getByText("invalid email format")).toBeVisible();
      await page.getByLabel("Email").fill("nobody@example.com");
      await page.getByRole("button", { name: "Send OTP" }).click();
      await expect(page.getByText("OTP sent to your email. Please check your inbox.")).toBeVisible();
      await enter(page, "2222");
      await expect(page.getByText("Invalid or expired OTP. generate a new one.")).toBeVisible();
      await page.getByRole("button", { name: "Change Email" }).click();
      await expect(page.getByLabel("Email")).toHaveValue("nobody@example.com");
    },
  );

  test("and the email are managed in Settings", { tag: "@sweep" }, async ({ browser, reelay }) => {
    const { page, email, password } = await signUp(browser, reelay.url, "anika", "Editor");
    const elsewhere = await open(browser, reelay.url);
    await elsewhere.goto("/auth?mode=login");
    await elsewhere.getByLabel("Email").fill(email);
    await elsewhere.getByLabel("Password", { exact: true }).fill(password);
    await elsewhere.getByRole("button", { name: "Login", exact: true }).click();
    await expect(elsewhere).toHaveURL(/profile/);

    await page.goto("/c/settings");
    await page.getByRole("button", { name: "Send confirmation code" }).click();
    await page.getByLabel("One-time code").fill(await codeMailedTo(reelay.sandboxUrl, email));
    await page.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(page.getByText("Your email is confirmed.")).toBeVisible();

    await page.getByLabel("Current password").fill("not this one");
    await page.getByLabel("New password", { exact: true }).fill("a new cut every day");
    await page.getByLabel("Retype new password").fill("a new cut every day");
    await page.getByRole("button", { name: "Change Password" }).click();
    await expect(page.getByText("This is not your current password.")).toBeVisible();
    await page.getByLabel("Current password").fill(password);
    await page.getByRole("button", { name: "Change Password" }).click();
    await expect(page.getByText("Password changed successfully.")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
    await elsewhere.reload();
    await expect(elsewhere).toHaveURL(/\/auth/);
  });
});
