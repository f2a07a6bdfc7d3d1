import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { commonError } from "#core/error.ts";
import { guestReviewPath } from "#core/paths.ts";
import { guestEndpoints } from "#modules/feedback/contract/guests.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { sampleComment, samplePlayback } from "#testing/web/sample-preview.ts";
import { anika, meera } from "#testing/web/samples.ts";

test("guests see what a recording lacks, and comments on the timeline, and go to their frames", async () => {
  const { api, open } = await startScreen(null);
  api.on(guestEndpoints.guestPreview, () => ({
    taskTitle: "Lagoon at low tide",
    creator: meera.name,
    editor: anika.name,
    version: 1,
    name: "Anna",
    mayComment: true,
    mayDownload: false,
    endsAt: null,
    playback: { ...samplePlayback, soundSeconds: 1 },
  }));
  const comment = { ...sampleComment, inFrame: 30, outFrame: 30, own: false };
  const reply = {
    ...comment,
    id: crypto.randomUUID(),
    sequence: 2,
    parentId: comment.id,
    text: "And boats.",
  };
  api.on(guestEndpoints.guestComments, () => ({ change: 1, comments: [reply, comment], next: null }));
  api.on(guestEndpoints.guestCommentChanges, () => ({ change: 1, comments: [], more: false }));
  await open(guestReviewPath("1c1a52d5-5b0f-4f0a-8a4c-0c8c5f5d1c11", "secret"));
  await expect.element(page.getByRole("article").getByText("And boats.")).toBeVisible();
  await expect.element(page.getByText(/the last 1\.0 s have no sound/)).toBeVisible();
  const marks = page.getByRole("toolbar", { name: "Marks on the timeline" }).getByRole("button");
  await expect.element(marks).toHaveAccessibleName("00:00:01:05 anika: The herons first.");
  const hint = marks.getByText("00:00:01:05 anika: The herons first.");
  await page.getByRole("article").getByText("And boats.").hover();
  await expect.element(hint).not.toBeVisible();
  (marks.element() as HTMLElement).focus();
  await expect.element(hint).toBeVisible();
  (marks.element() as HTMLElement).blur();
  await expect.element(hint).not.toBeVisible();
  await marks.hover();
  await expect.element(hint).toBeVisible();
  await marks.click();
  await expect.element(page.getByText(/^frame 31 of 50$/)).toBeVisible();
});

test("guests who leave out name and password read below the fields what is missing", async () => {
  const { api, open } = await startScreen(null);
  api.on(guestEndpoints.guestPreview, () => {
    throw commonError("no_guest");
  });
  api.on(guestEndpoints.checkGuestLink, () => ({ needsPassword: true, mayComment: true }));
  const opened = api.on(guestEndpoints.openGuestLink, () => ({ name: "Anna" }));
  await open(guestReviewPath("1c1a52d5-5b0f-4f0a-8a4c-0c8c5f5d1c11", "secret"));
  const name = page.getByRole("textbox", { name: "Your name" });
  const password = page.getByLabelText("Password of the link");
  const submit = page.getByRole("button", { name: "Open the review" });
  await submit.click();
  await expect.element(name).toHaveAccessibleDescription("Enter your name.");
  await expect.element(name).toHaveFocus();
  await name.fill("Anna");
  await submit.click();
  await expect.element(password).toHaveAccessibleDescription("Enter the password of the link.");
  await expect.element(password).toHaveFocus();
  expect(opened).toEqual([]);
  await password.fill("low tide");
  await submit.click();
  await expect.poll(() => opened.map(({ body }) => body.name)).toEqual(["Anna"]);
});
