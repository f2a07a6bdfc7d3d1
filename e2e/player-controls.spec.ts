import { expect } from "@playwright/test";

import { clip } from "#testing/clips.ts";

import { openTasks, signUp, type TestUser } from "./support/people.ts";
import { test } from "./support/test.ts";
import { expectDrawnFrame, openVersion } from "./support/watching.ts";

test.describe("the player", () => {
  let meera: TestUser;
  test.beforeAll(async ({ browser, reelay }) => {
    meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    const anika = await signUp(browser, reelay.url, "anika", "Editor");
    await openTasks(anika);
    await openVersion(meera, anika, {
      taskTitle: "All controls",
      file: await clip("captions-in-two-languages"),
    });
  });

  test("steps by frames and seconds with buttons, and to the first and last frame", async () => {
    const { page } = meera;
    const press = async (name: string) => page.getByRole("button", { name, exact: true }).click();
    await press("One second forward");
    await expectDrawnFrame(page, 30);
    await press("One frame back");
    await expectDrawnFrame(page, 29);
    await press("One frame forward");
    await press("One second back");
    await expectDrawnFrame(page, 0);
    await page.keyboard.press("End");
    await expectDrawnFrame(page, 59);
    await expect(page.getByText("frame 60 of 60")).toBeVisible();
    await page.keyboard.press("Home");
    await expectDrawnFrame(page, 0);
    await expect(page.getByText("frame 1 of 60")).toBeVisible();
  });

  test("shows captions in the chosen language", { tag: "@sweep" }, async () => {
    const { page } = meera;
    const cue = () =>
      page.locator("video").evaluate(({ textTracks: [track] }: HTMLVideoElement) => {
        const active = track?.mode === "showing" ? track.activeCues?.[0] : null;
        return active instanceof VTTCue ? active.getCueAsHTML().textContent : null;
      });
    await page.keyboard.press("Home");
    expect(await cue()).toBeNull();
    await page.getByRole("button", { name: "Captions" }).click();
    await page.getByRole("menuitemradio", { name: "German" }).click();
    await expect.poll(cue).toBe("Guten Morgen");
    await page.getByRole("button", { name: "One second forward" }).click();
    await page.keyboard.press("t");
    await expect.poll(cue).toBeNull();
    await page.getByRole("button", { name: "Captions" }).click();
    await page.getByRole("menuitemradio", { name: "English" }).click();
    await expect.poll(cue).toBe("Good morning");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toContainText("Show or hide captions");
    await page.keyboard.press("Escape");
    expect(await page.evaluate(() => localStorage.getItem("reelay-captions"))).toBe("en");
    await page.keyboard.press("t");
  });

  test("loops a range, whose ends are sliders", async () => {
    const { page } = meera;
    const [start, end] = [page.getByLabel("Loop start"), page.getByLabel("Loop end")];
    await page.keyboard.press("Home");
    for (let frame = 0; frame < 4; frame += 1) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("i");
    await expect(start).toHaveAttribute("aria-valuetext", "00:00:00:04");
    await expect(end).toHaveAttribute("aria-valuetext", "00:00:01:29");
    await page.getByRole("button", { name: "One second forward" }).click();
    await page.keyboard.press("o");
    await expect(end).toHaveAttribute("aria-valuetext", "00:00:01:04");

    await end.press("ArrowRight");
    await expect(end).toHaveAttribute("aria-valuetext", "00:00:01:05");
    await expectDrawnFrame(page, 35);
    await end.press("Home");
    await expect(end).toHaveAttribute("aria-valuetext", "00:00:00:04");
    await start.press("Home");
    await expect(start).toHaveAttribute("aria-valuetext", "00:00:00:00");
    const box = await end.boundingBox();
    if (!box) throw new Error("The handle is invisible.");
    const frameWidth = box.width / 60;
    await page.mouse.move(box.x + 5 * frameWidth, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 20 * frameWidth, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    const dragged = async () => Number((await end.getAttribute("aria-valuetext"))?.slice(-2));
    await expect.poll(dragged).toBeGreaterThan(15);

    await page.keyboard.press("Home");
    await page.evaluate(() => {
      const times: number[] = [];
      document.querySelector("video")?.addEventListener("timeupdate", ({ target }) => {
        if (target instanceof HTMLVideoElement) times.push(target.currentTime);
        document.body.dataset["restarts"] = String(
          times.filter((time, at) => time < (times[at - 1] ?? 0)).length,
        );
      });
    });
    await page.keyboard.press(" ");
    await expect
      .poll(() => page.evaluate(() => Number(document.body.dataset["restarts"])))
      .toBeGreaterThan(1);
    await page.keyboard.press("k");
    await page.keyboard.press("x");
    await expect(start).toBeHidden();
  });

  test("lists its shortcuts, also in full screen, which keeps the panel", { tag: "@sweep" }, async () => {
    const { page } = meera;
    await page.keyboard.press("f");
    await expect(page.getByRole("button", { name: "Exit full screen" })).toBeVisible();
    await expect(page.getByRole("tab", { name: "Versions" })).toBeVisible();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await expect(page.getByText("Start or end the loop here")).toBeInViewport();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    const enter = page.getByRole("button", { name: "Full screen", exact: true });
    // Escape may end full screen too, some time after the dialog is closed.
    await expect(async () => {
      if (await enter.isHidden()) await page.keyboard.press("f");
      await expect(enter).toBeVisible({ timeout: 2000 });
    }).toPass();
  });

  test("has a panel whose width is changed by keys and kept", { tag: "@sweep" }, async () => {
    const { page } = meera;
    const separator = page.getByRole("separator", { name: "Width of the panel" });
    const panel = page.getByRole("complementary", { name: "Comments and versions" });
    await expect(separator).toHaveAttribute("aria-valuenow", "352");
    await separator.press("ArrowLeft");
    await separator.press("ArrowLeft");
    await expect.poll(async () => (await panel.boundingBox())?.width).toBe(384);
    await separator.press("End");
    await separator.press("ArrowLeft");
    await expect(separator).toHaveAttribute("aria-valuenow", "640");
    await page.reload();
    await expect(separator).toHaveAttribute("aria-valuenow", "640");
    await separator.press("Home");
    await expect(separator).toHaveAttribute("aria-valuenow", "280");
  });

  test("opens at the version and the frame of a link", async () => {
    const { page } = meera;
    await page.goto(`${page.url()}?version=1&frame=42`);
    await expectDrawnFrame(page, 42);
    await page.getByRole("tab", { name: "Versions" }).click();
    await page.getByRole("link", { name: "Version 1" }).click();
    await expect(page).toHaveURL(/\?version=1$/);
    await page.goto(page.url().replace("version=1", "version=7"));
    await expect(page.getByText("This task has no such version.")).toBeVisible();
  });
});
