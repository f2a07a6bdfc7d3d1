import { toast } from "sonner";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { checkProgressPath, previewPath, signUpPath, startUploadPath, tasksPath } from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import type { User } from "#modules/people/contract/people.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { detailsEndpoints } from "#modules/publishing/contract/details.ts";
import { startEndpoints } from "#modules/publishing/contract/start.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { failedDelivery, sampleProgress, sampleSummary } from "#testing/web/publishing-samples.ts";
import { answerComments, samplePlayback, samplePreview } from "#testing/web/sample-preview.ts";
import { meera } from "#testing/web/samples.ts";

const newcomer: User = { ...meera, role: "NORMAL" };
const heading = (name: string) => page.getByRole("heading", { name, level: 1 });
const button = (name: string) => page.getByRole("button", { name }).first();

const screens: [name: string, user: User | null, path: string, shown: Locator, opener?: Locator][] = [
  ["a failed publication", meera, checkProgressPath(12), heading("An Error Occurred!")],
  ["the choice of a role", newcomer, tasksPath("NORMAL"), heading("Choose your role")],
  ["the sign-up", null, signUpPath, heading("Sign Up")],
  ["a preview", meera, previewPath(12), button("Play")],
  ["a step of publishing", meera, startUploadPath, button("Start upload")],
  ["a sheet", meera, tasksPath("YOUTUBER"), page.getByRole("dialog"), button("Create Task")],
  ["a dialog", meera, previewPath(12), page.getByRole("dialog"), button("Reject")],
];

/**
 * The headings and controls below the toasts: those of a dialog, those that stay where they are when the page is scrolled, and
 * on wide screens those of a failure.
 */
function coveredActions(): (string | null)[] {
  const toasts = [...document.querySelectorAll("[data-sonner-toast][data-mounted=true][data-visible=true]")];
  if (toasts.length === 0 || toasts.some((one) => one.getAnimations().length > 0))
    return ["no toast in its place"];
  const areas = toasts.map((one) => one.getBoundingClientRect());
  const parts = "h1, h2, nav a[href], button, input, select, textarea, [data-page-foot] p";
  return [...document.querySelectorAll<HTMLElement>(parts)]
    .filter((element) => !element.closest("[data-sonner-toaster]") && element.checkVisibility())
    .filter((element) =>
      document.querySelector("[role=dialog]")
        ? element.closest("[role=dialog]")
        : element.matches("h1") || isRecovery(element) || staysInPlace(element),
    )
    .filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return areas.some(
        (area) => bottom > area.top && top < area.bottom && right > area.left && left < area.right,
      );
    })
    .map(({ ariaLabel, textContent }) => ariaLabel || textContent);
}

function isRecovery(element: Element): boolean {
  return window.innerWidth > 600 && element.closest("[role=alert]") !== null;
}

function staysInPlace(element: Element | null): boolean {
  for (let part = element; part; part = part.parentElement) {
    if (/sticky|fixed/.test(getComputedStyle(part).position)) return true;
  }
  return false;
}

test.each(screens)("toasts cover no action of %s", async (_name, user, path, shown, opener) => {
  const { api, open } = await startScreen(user);
  api.refuseOthers(commonError("not_found"));
  const playback = { ...samplePlayback, posterUrl: "/favicon.png" };
  api.on(reviewEndpoints.preview, () =>
    samplePreview({ playback, stage: path === startUploadPath ? "approved" : "in_review" }),
  );
  answerComments(api);
  api.on(teamEndpoints.teams, () => ({ teams: [], invitations: [] }));
  localStorage.setItem("upload-video-storage", JSON.stringify({ state: { taskId: 12, by: 1 }, version: 0 }));
  api.on(boardEndpoints.countTasks, () => ({ assigned: 0, completed: 0 }));
  api.on(boardEndpoints.fetchTasks, () => []);
  api.on(profilesEndpoints.topEditors, () => []);
  api.on(detailsEndpoints.choices, () => ({ connected: true, categories: [], channels: [] }));
  api.on(destinationsEndpoints.choice, () => ({ destinations: [], chosen: [], fixed: [] }));
  api.on(startEndpoints.summary, () => sampleSummary());
  api.on(deliveriesEndpoints.status, () => ({ publishFailed: false, watchUrl: null }));
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
    await opener?.click();
    await expect.element(shown).toBeVisible();
    for (let earlier = 0; earlier < 4; earlier += 1) {
      toast.error("thumbnail upload failed, please try again later", { duration: Infinity });
    }
    toast("Publishing failed: Lagoon at low tide", {
      duration: Infinity,
      action: { label: "Open", onClick: () => undefined },
      description:
        "This channel can't use custom thumbnails until its phone number is verified at the platform, which takes up to a day.",
    });
    await expect.poll(coveredActions, { message: `${width}` }).toEqual([]);
    // It would leave the screen below the dialog.
    const actions = document.querySelectorAll("[data-sonner-toast] [data-action]");
    expect([...actions].filter((action) => action.checkVisibility())).toHaveLength(opener ? 0 : 1);
    toast.dismiss();
    await expect.poll(() => document.querySelector("[data-sonner-toast]")).toBeNull();
  }
});
