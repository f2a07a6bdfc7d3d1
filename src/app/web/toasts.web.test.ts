import { toast } from "sonner";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { checkProgressPath, signUpPath, tasksPath } from "#core/paths.ts";
import type { User } from "#modules/people/contract/people.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
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

/** Headings and buttons of a failure whose text overlaps the toast. */
function covered(): (string | null)[] {
  const shown = document.querySelector("[data-sonner-toast][data-mounted=true]");
  if (!shown || shown.getAnimations().length > 0) return ["no toast in its place"];
  const area = shown.getBoundingClientRect();
  return [...document.querySelectorAll("h1, h2, h3, [role=alert] button")]
    .filter((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return bottom > area.top && top < area.bottom && right > area.left && left < area.right;
    })
    .map(({ textContent }) => textContent);
}

test.each(screens)(
  "toasts cover no heading and no recovery action of %s",
  async (_name, user, path, heading) => {
    const { api, open } = await startScreen(user);
    api.refuseOthers(commonError("not_found"));
    api.on(reviewEndpoints.preview, () => samplePreview());
    api.on(profilesEndpoints.topEditors, () => []);
    api.on(deliveriesEndpoints.progress, () =>
      sampleProgress(failedDelivery("thumbnail_not_allowed", "thumbnail")),
    );
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
      [1024, 768],
      [390, 844],
    ] as const) {
      await page.viewport(width, height);
      await open(path);
      await expect.element(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
      for (let earlier = 0; earlier < 4; earlier += 1) {
        toast.error("thumbnail upload failed, please try again later");
      }
      toast("Publishing failed: Lagoon at low tide", {
        description:
          "This channel can't use custom thumbnails until its phone number is verified at the platform, which takes up to a day.",
      });
      await expect.poll(covered, { message: `${width}` }).toEqual([]);
    }
  },
);
