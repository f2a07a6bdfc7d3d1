import { expect } from "@playwright/test";

import { large } from "#testing/clips.ts";

import { openTasks, signUp } from "./support/people.ts";
import { test } from "./support/test.ts";
import { atLowPriority, expectDrawnFrame, openVersion } from "./support/watching.ts";

const megabyte = 1024 * 1024;

test.describe("a version is watched on a slow line", () => {
  test("as a light picture with the same frames, which this browser remembers", async ({
    browser,
    reelay,
  }) => {
    const meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    const anika = await signUp(browser, reelay.url, "anika", "Editor");
    await openTasks(anika);
    const { page } = meera;
    await openVersion(meera, anika, { taskTitle: "Rain on the lens", file: await large(10 * megabyte) });
    const picture = page.getByRole("combobox", { name: "Picture" });
    await expect(picture).toBeVisible(atLowPriority);
    await page.keyboard.press("ArrowRight");
    await expectDrawnFrame(page, 1);

    const line = await page.context().newCDPSession(page);
    const conditions = { offline: false, latency: 0, uploadThroughput: -1 };
    await line.send("Network.emulateNetworkConditions", { ...conditions, downloadThroughput: 100_000 });
    await page.reload();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByRole("button", { name: "Watch the light picture" }).press("Enter");
    await expect(page.getByRole("button", { name: "Watch the full picture" })).toBeFocused();
    await line.send("Network.emulateNetworkConditions", { ...conditions, downloadThroughput: -1 });
    await expect(page.locator("video")).toHaveAttribute("src", /\/rendition\/light\.mp4$/);
    await expect(page.getByText("You are watching the light picture")).toBeVisible();

    await page.reload();
    await expect(picture).toHaveValue("light");
    await expectDrawnFrame(page, 0);
    for (let frame = 1; frame <= 40; frame += 1) await page.keyboard.press("ArrowRight");
    await expectDrawnFrame(page, 40);
    await picture.selectOption("Full picture");
    await expect(page.locator("video")).toHaveAttribute("src", /\/original\//);
    await expectDrawnFrame(page, 40);
  });
});
