import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { checkProgressPath } from "#core/paths.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { detailsEndpoints } from "#modules/publishing/contract/details.ts";
import { type PublishSummary, startEndpoints } from "#modules/publishing/contract/start.ts";
import { defaultOptions } from "#modules/publishing/rules/options.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import {
  failedDelivery,
  sampleDestination,
  sampleProgress,
  sampleSummary,
} from "#testing/web/publishing-samples.ts";
import { meera } from "#testing/web/samples.ts";

/** The start screen of task 12, opened from its publication. */
async function openStart(change: Partial<PublishSummary>) {
  const { api, open } = await startScreen(meera);
  api.on(deliveriesEndpoints.progress, () => sampleProgress(failedDelivery("privacy_refused", "upload")));
  api.on(destinationsEndpoints.choice, () => ({
    destinations: [sampleDestination],
    chosen: [sampleDestination.id],
    fixed: [],
  }));
  api.on(startEndpoints.summary, () => sampleSummary(change));
  api.on(detailsEndpoints.channelHealth, () => ({
    connectedAt: sampleDestination.connectedAt,
    missingPermissions: [],
    uploadsLeft: 40,
    uploadsPerDay: 100,
    quotaRenewsAt: "2031-05-02T07:00:00.000Z",
    verified: true,
    problem: null,
    recoveryActions: [],
  }));
  api.on(detailsEndpoints.choices, () => ({ connected: true, categories: [], channels: [] }));
  await open(checkProgressPath(12));
  await page.getByRole("link", { name: "Change visibility" }).click();
  await expect.element(page.getByRole("button", { name: "Start upload" })).toBeVisible();
}

/** The value of a row. */
const row = (name: string) =>
  [...document.querySelectorAll("dt")].find(({ textContent }) => textContent === name)?.nextElementSibling
    ?.textContent;
const announcement = page.getByText("On YouTube this video will be a Short", { exact: false });

test("the start screen states what is declared, and announces a Short with what that changes", async () => {
  const description = "0:00 Pans\n0:20 Wells\n0:40 Road";
  await openStart({ short: true, description, options: { ...defaultOptions, paidPromotion: true } });
  expect(row("Paid promotion")).toBe("Yes, declared");
  await expect.element(announcement).toBeVisible();
  await expect.element(page.getByText("Chapters are not shown.")).toBeVisible();
  expect(row("Description")).toContain("3 chapters, which YouTube doesn't show in a Short");
});

test("the start screen announces no Short of another video", async () => {
  await openStart({});
  expect(row("Paid promotion")).toBe("No");
  expect(announcement.elements()).toEqual([]);
});

test("in the sandbox, the start screen names all platforms that it replaces, and who receives the video", async () => {
  const { title, pictureUrl } = sampleDestination;
  const destinations = (["vimeo", "youtube", "peertube"] as const).map((kind) => {
    return { id: crypto.randomUUID(), kind, title, pictureUrl };
  });
  await openStart({ sandbox: true, destinations });
  const notice =
    /It replaces YouTube and Vimeo on .* sent to YouTube and Vimeo\. The PeerTube instance that you connected receives the video\.$/;
  await expect.element(page.getByText(notice)).toBeVisible();
});
