import { toast } from "sonner";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { checkProgressPath, signUpPath, tasksPath } from "#core/paths.ts";
import type { User } from "#modules/people/contract.ts";
import { profilesEndpoints } from "#modules/profiles/contract.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { reviewEndpoints } from "#modules/review/contract.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { failedDelivery, sampleProgress } from "#testing/web/publishing-samples.ts";
import { samplePreview } from "#testing/web/sample-preview.ts";
import { meera } from "#testing/web/samples.ts";

const newcomer: User = { ...meera, role: "NORMAL" };

const screens: [name: string, user: User | null, path: string, heading: string][] = [
  ["a failed publication", meera, checkProgressPath(12), "An Error Occurred!"],
  ["the choice of a role", newcomer, tasksPath("NORMAL"), "Choose your role"],
  ["the sign-up", null, signUpPath, "Sign Up"],
];

/** Headings whose text overlaps the toast. */
function covered(): (string | null)[] {
  const area = document.querySelector("[data-sonner-toast]")?.getBoundingClientRect();
  if (!area || area.width === 0) return ["no toast"];
  return [...document.querySelectorAll("h1, h2, h3")]
    .filter((heading) => {
      const range = document.createRange();
      range.selectNodeContents(heading);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return bottom > area.top && top < area.bottom && right > area.left && left < area.right;
    })
    .map(({ textContent }) => textContent);
}

test.each(screens)("toasts cover no heading of %s", async (_name, user, path, heading) => {
  const { api, open } = await startScreen(user);
  api.refuseOthers(commonError("not_found"));
  api.on(reviewEndpoints.preview, () => samplePreview());
  api.on(profilesEndpoints.topEditors, () => []);
  api.on(deliveriesEndpoints.progress, () => sampleProgress(failedDelivery("quota_exceeded", "upload")));
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.viewport(width, height);
    await open(path);
    await expect.element(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
    toast.success("Your changes were saved, and the video is published in private mode.");
    await expect.poll(covered, { message: `${width}` }).toEqual([]);
  }
});
