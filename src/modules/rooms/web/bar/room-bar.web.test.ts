import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { previewPath } from "#core/paths.ts";
import { notifyThisClient } from "#core/web/realtime.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import type { Room } from "#modules/rooms/contract/rooms.ts";
import { roomsChanged } from "#modules/rooms/realtime-messages.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, samplePreview } from "#testing/web/sample-preview.ts";
import { answerRoom, dev, sampleRoom } from "#testing/web/sample-room.ts";
import { meera } from "#testing/web/samples.ts";

const bar = page.getByRole("region", { name: "Watching together" });
const details = page.getByRole("dialog", { name: "Watching together" });

/** The preview of version 1 while `room` is open. */
async function openPreview(room: Room | null) {
  const screen = await startScreen(meera);
  const { api, open, realtime } = screen;
  answerComments(api);
  api.on(reviewEndpoints.preview, () => samplePreview());
  const answered = answerRoom({ api, realtime }, room);
  await open(previewPath(12));
  await expect.element(page.getByText(/^frame 1 of 50$/)).toBeVisible();
  return { ...screen, room: answered };
}

/** The same after joining `dev`, with the realtime connection. */
async function openRoom(change: Partial<Room> = {}) {
  const screen = await openPreview(sampleRoom(change));
  await screen.realtime.connect();
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await expect.element(bar).toBeVisible();
  await expect.poll(() => screen.room.me()).not.toBe("");
  const me = screen.room.current()?.participants.find(({ id }) => id === screen.room.me());
  if (!me) throw new Error("The page is not in the room.");
  return { ...screen, me };
}

test("one click starts watching together at the displayed frame, and another leaves it", async () => {
  const { room } = await openPreview(null);
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(page.getByText(/^frame 2 of 50$/)).toBeVisible();
  const start = page.getByRole("button", { name: "Watch together" });
  await start.click();
  await expect.element(bar).toBeVisible();
  expect(room.starts).toMatchObject([{ body: { version: 1, frame: 1 } }]);
  await expect.element(start).not.toBeInTheDocument();
  await expect.element(bar.getByText("Everyone controls")).toBeVisible();
  // The buttons that were pressed have disappeared.
  await expect.element(bar).toHaveFocus();
  await bar.getByRole("button", { name: "Leave" }).click();
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(page.getByRole("main")).toHaveFocus();
  await expect.element(start).toBeVisible();
});

test("others are offered to join as soon as a user watches together", async () => {
  const { room, api } = await openPreview(null);
  expect(page.getByRole("button", { name: "Join", exact: true }).query()).toBeNull();
  const started = answerRoom({ api, realtime: { send: () => undefined } as never }, sampleRoom());
  notifyThisClient(roomsChanged, { taskId: 12 });
  const offer = page.getByRole("status").getByText("Dev Malhotra wants to watch together.");
  await expect.element(offer).toBeVisible();
  expect(room.reports).toEqual([]);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await expect.element(bar.getByRole("button", { name: /meera \(you\); Dev Malhotra/ })).toBeVisible();
  await expect.element(offer).not.toBeInTheDocument();
  expect(started.reports.length).toBeGreaterThan(0);
});

test("the offer names those who watch", async () => {
  const participant = (name: string) => ({ ...dev, id: crypto.randomUUID(), name });
  await openPreview(sampleRoom({ participants: ["Dev", "Anika", "Ravi", "Noor"].map(participant) }));
  await expect.element(page.getByText("Dev is watching together with Anika and 2 others.")).toBeVisible();
});

test("one presents, hands over on a question, and gives the control back to everyone", async () => {
  const { room, me } = await openRoom();
  await bar.getByRole("button", { name: "Present", exact: true }).click();
  await expect.poll(() => room.commands.at(-1)?.body.command).toEqual({ kind: "present" });
  room.change({ presenter: me.id });
  await expect.element(bar.getByText("You present", { exact: true })).toBeVisible();
  const asking = { ...dev, asks: true };
  room.change({ participants: [asking, me] });
  const question = bar.getByText("Dev Malhotra asks to present.");
  await expect.element(question).toBeVisible();
  await bar.getByRole("button", { name: "Not now" }).click();
  await expect.element(question).not.toBeInTheDocument();
  room.change({ participants: [dev, me] });
  await expect.element(bar.getByRole("button", { name: /Dev Malhotra$/ })).toBeVisible();
  room.change({ participants: [asking, me] });
  await bar.getByRole("button", { name: "Hand over", exact: true }).click();
  await expect.poll(() => room.commands.at(-1)?.body.command).toEqual({ kind: "hand_over", to: dev.id });
  room.change({ presenter: dev.id, participants: [dev, me] });
  await expect.element(bar.getByText("Dev Malhotra presents", { exact: true })).toBeVisible();
  await bar.getByRole("button", { name: "Ask to present" }).click();
  await expect.poll(() => room.commands.at(-1)?.body.command).toEqual({ kind: "present" });
  room.change({ participants: [dev, { ...me, asks: true }] });
  await bar.getByRole("button", { name: "Cancel request" }).click();
  await expect.poll(() => room.commands.at(-1)?.body.command).toEqual({ kind: "release" });
});

test("U stops following, and returns to what the others see", async () => {
  const { room } = await openRoom();
  const following = bar.getByRole("button", { name: "Following" });
  await expect.element(following).toHaveAttribute("aria-pressed", "true");
  await userEvent.keyboard("u");
  const follow = bar.getByRole("button", { name: "Follow", exact: true });
  await expect.element(follow).toHaveAttribute("aria-pressed", "false");
  await expect.poll(() => room.reports.at(-1)?.body.follows).toBe(false);
  await userEvent.keyboard("u");
  await expect.element(following).toBeVisible();
  await expect.poll(() => room.reports.at(-1)?.body.follows).toBe(true);
});

test("says for whom playback waits", async () => {
  const { room, me } = await openRoom();
  const state = sampleRoom().state;
  const until = Date.now() + 5000;
  room.change({ state: { ...state, waiting: { for: [dev.id], until } } });
  await expect.element(page.getByText("Waiting for Dev Malhotra...")).toBeVisible();
  room.change({ state: { ...state, waiting: { for: [me.id], until } } });
  await expect.element(page.getByText("The others are waiting for your video to load...")).toBeVisible();
  room.change({ state });
  await expect.element(page.getByText(/[Ww]aiting for/)).not.toBeInTheDocument();
});

test("says why it has ended, and the preview stays", async () => {
  const { room } = await openRoom();
  const video = document.querySelector("video");
  room.change({ endReason: "version_deleted" });
  const reason = page.getByText("Watching together has ended because the video of this version was deleted.");
  await expect.element(reason).toBeVisible();
  await expect.element(bar).not.toBeInTheDocument();
  expect(document.querySelector("video")).toBe(video);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect.element(reason).not.toBeInTheDocument();
});

test("the details list the participants, and have the call and the end for everyone", async () => {
  const { room, me } = await openRoom();
  const anika = { ...dev, id: crypto.randomUUID(), name: "Anika Rao", follows: false, buffers: true };
  room.change({ presenter: dev.id, participants: [dev, me, { ...anika, isGuest: true }] });
  await bar
    .getByRole("button", { name: /^Watching together: meera \(you\); Dev Malhotra, presenting;/ })
    .click();
  await expect.element(details.getByRole("heading", { name: "3 people" })).toBeVisible();
  const entries = details.getByRole("list", { name: "Participants" }).getByRole("listitem");
  await expect.element(entries.nth(0).getByText("meera (you)", { exact: true })).toBeVisible();
  await expect.element(entries.nth(1).getByText("presenting", { exact: true })).toBeVisible();
  await expect.element(entries.nth(2).getByText("Anika Rao · guest", { exact: true })).toBeVisible();
  await expect.element(entries.nth(2).getByText("loading, looking elsewhere", { exact: true })).toBeVisible();
  const field = details.getByRole("textbox", { name: "Link to your call" });
  await field.fill("javascript:alert(1)");
  await details.getByRole("button", { name: "Save" }).click();
  await expect.element(details.getByText("Enter an address that begins with https://")).toBeVisible();
  await field.fill("https://meet.example/lagoon");
  await details.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => room.commands.at(-1)?.body.command)
    .toEqual({ kind: "call", url: "https://meet.example/lagoon" });
  room.change({ callUrl: "https://meet.example/lagoon" });
  const call = details.getByRole("link", { name: "Join call" });
  await expect.element(call).toHaveAttribute("rel", "noreferrer");
  await expect.element(call).toHaveAttribute("target", "_blank");
  await details.getByRole("button", { name: "End for everyone" }).click();
  const confirmation = page.getByRole("alertdialog", { name: "End watching together?" });
  await expect.element(confirmation.getByText(/^The 2 other participants/)).toBeVisible();
  await confirmation.getByRole("button", { name: "End for everyone" }).click();
  await expect.poll(() => room.ends).toHaveLength(1);
});
