import { createElement } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { AppError } from "#core/error.ts";
import { mediaEndpoints } from "#modules/media/contract/videos.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { anika, meera } from "#testing/web/samples.ts";

import { StorageSection } from "./storage-section.tsx";

const used = {
  videos: 38_400_000_000,
  footage: 0,
  attachments: 1_600_000_000,
  commentImages: 2_500_000,
  messageImages: 640_000,
};
const section = page.getByRole("region", { name: "Storage" });
const amountOf = (kind: string) =>
  section.getByText(kind).element().parentElement?.querySelector("dd")?.textContent.replace(/\s/g, " ");

test("a creator sees what uses the storage, of which quota", async () => {
  const { api, show } = await startScreen(meera);
  api.on(mediaEndpoints.storage, () => ({ usedBytes: 40_003_140_000, quotaBytes: 80_006_280_000, used }));
  show(createElement(StorageSection, { role: meera.role }));
  await expect.element(section).toMatchTextContent(/40\.00\sGB of 80\.01\sGB used/);
  await expect
    .element(section.getByRole("progressbar", { name: "Storage used" }))
    .toHaveAttribute("value", "50");
  expect(amountOf("Videos of your tasks")).toBe("38.40 GB");
  expect(amountOf("Attachments and thumbnails")).toBe("1.60 GB");
  expect(amountOf("Images in comments on your tasks")).toBe("2.5 MB");
  expect(amountOf("Images in messages you sent")).toBe("640 KB");
});

test("without a quota there is no limit to compare with, and an editor sees the own images", async () => {
  const { api, show } = await startScreen(anika);
  const own = { videos: 0, footage: 0, attachments: 0, commentImages: 0, messageImages: 640_000 };
  api.on(mediaEndpoints.storage, () => ({ usedBytes: 640_000, quotaBytes: null, used: own }));
  show(createElement(StorageSection, { role: anika.role }));
  await expect.element(section).toMatchTextContent(/640\sKB used/);
  expect(section.getByRole("progressbar").elements()).toHaveLength(0);
  expect(section.getByText("Videos of your tasks").elements()).toHaveLength(0);
  expect(amountOf("Images in messages you sent")).toBe("640 KB");
});

test("a failure can be retried", async () => {
  const { api, show } = await startScreen(meera);
  let failing = true;
  api.on(mediaEndpoints.storage, () => {
    if (failing) throw new AppError({ code: "invalid_input", status: 422, message: "Not now." });
    return {
      usedBytes: 0,
      quotaBytes: null,
      used: { videos: 0, footage: 0, attachments: 0, commentImages: 0, messageImages: 0 },
    };
  });
  show(createElement(StorageSection, { role: meera.role }));
  await expect.element(section.getByText("Not now.")).toBeVisible();
  failing = false;
  await section.getByRole("button", { name: "Try again" }).click();
  await expect.element(section).toMatchTextContent(/0\sB used/);
});
