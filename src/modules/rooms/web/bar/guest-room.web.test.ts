import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { guestReviewPath } from "#core/paths.ts";
import { guestEndpoints } from "#modules/feedback/contract/guests.ts";
import type { Room } from "#modules/rooms/contract/rooms.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { samplePlayback } from "#testing/web/sample-preview.ts";
import { answerRoom, sampleRoom } from "#testing/web/sample-room.ts";

const linkId = "1c1a52d5-5b0f-4f0a-8a4c-0c8c5f5d1c11";
const bar = page.getByRole("region", { name: "Watching together" });
const join = page.getByRole("button", { name: "Join", exact: true });

/** The page of a guest of a link to version 2 while `room` is open. */
async function openReview(room: Room | null, mayWatchTogether = true) {
  const screen = await startScreen(null);
  const { api, open, realtime } = screen;
  api.on(guestEndpoints.guestPreview, () => ({
    taskTitle: "Lagoon at low tide",
    creator: "meera",
    editor: "anika",
    version: 2,
    name: "Anna",
    mayComment: true,
    mayDownload: false,
    mayWatchTogether,
    endsAt: null,
    playback: samplePlayback,
  }));
  api.on(guestEndpoints.guestComments, () => ({ change: 0, comments: [], next: null }));
  api.on(guestEndpoints.guestCommentChanges, () => ({ change: 0, comments: [], more: false }));
  const answered = answerRoom({ api, realtime }, room);
  answered.setName("Anna");
  await open(guestReviewPath(linkId, "secret"));
  await expect.element(page.getByText(/^frame 1 of 50$/)).toBeVisible();
  return { ...screen, room: answered };
}

test("guests join with one click, and take part without call and invitation", async () => {
  const { room } = await openReview(sampleRoom({ callUrl: "https://meet.example/lagoon" }));
  await join.click();
  const people = bar.getByRole("button", { name: /^Watching together: Anna \(you\); Dev Malhotra/ });
  await expect.element(people).toBeVisible();
  await bar.getByRole("button", { name: "Present", exact: true }).click();
  await expect.poll(() => room.guestCommands.at(-1)?.body.command).toEqual({ kind: "present" });
  await people.click();
  const details = page.getByRole("dialog", { name: "Watching together" });
  await expect.element(details.getByRole("link", { name: "Join call" })).toBeVisible();
  expect(details.getByRole("textbox").query()).toBeNull();
  expect(details.getByRole("button", { name: /Copy link|End for everyone/ }).query()).toBeNull();
  await userEvent.keyboard("{Escape}");
  await bar.getByRole("button", { name: "Leave" }).click();
  await expect.element(bar).not.toBeInTheDocument();
});

test("guests whose link doesn't allow it are not offered to join", async () => {
  await openReview(sampleRoom(), false);
  await expect.element(page.getByText("No comments yet")).toBeVisible();
  expect(join.query()).toBeNull();
});
