import { expect } from "@playwright/test";

import { logInPath, profilePath } from "#core/paths.ts";

import { codeMailedTo, mailsTo } from "./support/mailbox.ts";
import { openProfile, signUp } from "./support/people.ts";
import { test } from "./support/test.ts";

/** passwords.web.test.ts has the screens, and src/app/server/forgotten-password.test.ts the rules. */
test("a forgotten password is replaced with an emailed code, which ends all sessions", async ({
  browser,
  reelay,
}) => {
  const elsewhere = await signUp(browser, reelay.url, "meera", "Youtuber");
  await openProfile(elsewhere);
  const { name, email } = elsewhere;
  const page = await (await browser.newContext({ baseURL: reelay.url })).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(logInPath);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Forgot your password" }).click();
  await page.getByLabel("One-time code").fill(await codeMailedTo(reelay.sandboxUrl, email));
  await page.getByRole("button", { name: "Verify" }).click();
  const password = "a new reel every day";
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Retype Password").fill(password);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page).toHaveURL(/\/auth\?mode=login$/);

  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).toHaveURL(`${reelay.url}${profilePath({ role: "YOUTUBER", name })}`);
  await elsewhere.page.reload();
  await expect(elsewhere.page).toHaveURL(/\/auth/);
  await expect
    .poll(async () => (await mailsTo(reelay.sandboxUrl, email))[0]?.subject)
    .toBe("Your password was changed · Reelay");
  expect(complaints).toEqual([]);
});
