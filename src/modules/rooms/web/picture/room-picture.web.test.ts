import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { previewPath } from "#core/paths.ts";
import { commentChanged } from "#modules/feedback/realtime-messages.ts";
import type { Shape } from "#modules/feedback/rules/drawing-paths.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import type { Signal } from "#modules/rooms/contract/signals.ts";
import { roomSignal } from "#modules/rooms/realtime-messages.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, sampleComment, samplePreview } from "#testing/web/sample-preview.ts";
import { answerRoom, dev, sampleRoom } from "#testing/web/sample-room.ts";
import { meera } from "#testing/web/samples.ts";

const bar = page.getByRole("region", { name: "Watching together" });
const box: Shape = { kind: "box", color: "red", width: 0.01, from: [0.2, 0.2], to: [0.6, 0.6] };

/** The preview of version 1 after joining `dev`. */
async function openRoom() {
  const screen = await startScreen(meera);
  const { api, open, realtime } = screen;
  answerComments(api);
  api.on(reviewEndpoints.preview, () => samplePreview());
  const opened = sampleRoom();
  const room = answerRoom({ api, realtime }, opened);
  await open(previewPath(12));
  await realtime.connect();
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await expect.element(bar.getByRole("button", { name: /Dev Malhotra$/ })).toBeVisible();
  await expect.poll(() => document.querySelector("[data-pointers]")).not.toBeNull();
  const me = room.current()?.participants.find(({ id }) => id === room.me());
  if (!me) throw new Error("The page is not in the room.");
  const send = (signal: Signal) =>
    realtime.send(roomSignal, { roomId: opened.id, participant: dev.id, signal });
  return { ...screen, room, me, send };
}

function picture(): HTMLElement {
  const element = document.querySelector<HTMLElement>("[data-picture]");
  if (!element) throw new Error("There is no picture.");
  return element;
}

/** Moves the mouse to a position as shares of the picture. */
function point(x: number, y: number, pointerType = "mouse"): void {
  const { left, top, width, height } = picture().getBoundingClientRect();
  const at = { clientX: left + x * width, clientY: top + y * height };
  picture().dispatchEvent(new PointerEvent("pointermove", { ...at, pointerType, bubbles: true }));
}

test("the pointer of another participant is where it is in their picture, with the name", async () => {
  const { send, room, me } = await openRoom();
  send({ kind: "pointer", points: [[0, 0.25, 0.5]], pressed: false });
  const pointer = () => document.querySelector<HTMLElement>("[data-pointer='Dev Malhotra']");
  await expect.poll(() => pointer()?.textContent).toBe("Dev Malhotra");
  const box = pointer()?.getBoundingClientRect();
  const frame = picture().getBoundingClientRect();
  expect(box && (box.left - frame.left) / frame.width).toBeCloseTo(0.25, 2);
  expect(box && (box.top - frame.top) / frame.height).toBeCloseTo(0.5, 2);
  room.change({ participants: [me] });
  await expect.poll(pointer).toBeNull();
});

const trailParts = () => document.querySelectorAll("[data-pointers] line").length;
const laserPoints: [number, number, number][] = [
  [0, 0.2, 0.2],
  [50, 0.4, 0.2],
  [100, 0.4, 0.4],
];

test("the laser leaves a trail that fades", async () => {
  const { matchMedia } = window;
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    matchMedia.call(window, query.includes("prefers-reduced-motion") ? "not all" : query),
  );
  onTestFinished(() => void vi.restoreAllMocks());
  const { send } = await openRoom();
  send({ kind: "pointer", points: laserPoints, pressed: true });
  await expect.poll(trailParts).toBeGreaterThan(2);
  await expect.poll(trailParts).toBe(0);
});

test("where less motion is preferred, the laser is a dot", async () => {
  const { send } = await openRoom();
  send({ kind: "pointer", points: laserPoints, pressed: true });
  const pointer = () => document.querySelector<HTMLElement>("[data-pointer='Dev Malhotra']");
  await expect.poll(() => pointer()?.style.top).toBe("40%");
  expect(trailParts()).toBe(0);
});

test("sends the mouse over the picture while another participant sees it, but not while the user draws", async () => {
  const { room, me } = await openRoom();
  const pointers = () => room.signals.filter(({ body }) => body.signal.kind === "pointer");
  point(0.5, 0.25);
  await expect
    .poll(() => pointers().at(-1)?.body.signal)
    .toEqual({
      kind: "pointer",
      points: [[0, expect.closeTo(0.5, 2), expect.closeTo(0.25, 2)]],
      pressed: false,
    });
  point(0.5, 0.25, "touch");
  await userEvent.keyboard("r");
  await expect
    .element(bar.getByRole("button", { name: "Laser (R)" }))
    .toHaveAttribute("aria-pressed", "true");
  point(0.75, 0.25, "touch");
  await expect.poll(() => pointers().at(-1)?.body.signal).toMatchObject({ pressed: true });
  expect(pointers().at(-1)?.body.signal).toMatchObject({
    points: [[0, expect.closeTo(0.75, 2), expect.anything()]],
  });
  await page.getByRole("button", { name: "Box" }).click();
  await expect.element(page.getByRole("application", { name: "Drawing area" })).toBeVisible();
  const sent = pointers().length;
  point(0.1, 0.1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(pointers()).toHaveLength(sent);
  await page.getByRole("button", { name: "Box" }).click();
  room.change({ participants: [me] });
  await expect.element(bar.getByRole("button", { name: /meera \(you\)$/ })).toBeVisible();
  await userEvent.keyboard("r");
  const alone = pointers().length;
  point(0.2, 0.2);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(pointers()).toHaveLength(alone);
});

test("Alt and the arrow keys move the laser, but no frames, and it stays where it is", async () => {
  const { room } = await openRoom();
  const last = () => room.signals.map(({ body }) => body.signal).findLast(({ kind }) => kind === "pointer");
  await userEvent.keyboard("r");
  await userEvent.keyboard("{Alt>}{ArrowRight>5/}{ArrowUp>2/}{/Alt}");
  await expect.poll(last).toMatchObject({ pressed: true });
  const position = () => {
    const signal = last();
    return signal?.kind === "pointer" ? signal.points.at(-1)?.slice(1) : undefined;
  };
  await expect.poll(position).toEqual([expect.closeTo(0.6, 3), expect.closeTo(0.46, 3)]);
  // Sent again, for those who join.
  const sent = room.signals.length;
  await expect.poll(() => room.signals.length).toBeGreaterThan(sent);
  expect(position()).toEqual([expect.closeTo(0.6, 3), expect.closeTo(0.46, 3)]);
  await expect.element(page.getByText(/^frame 1 of 50$/)).toBeVisible();
  const dot = () => document.querySelectorAll("[data-pointers] span.rounded-full").length;
  expect(dot()).toBe(1);
  await userEvent.keyboard("r");
  await expect.poll(dot).toBe(0);
});

test("a drawing is seen while it is made on the displayed frame, until it is discarded", async () => {
  const { send, room } = await openRoom();
  const { state } = sampleRoom();
  const drawing = page.getByRole("img", { name: "Drawing that Dev Malhotra is making" });
  send({ kind: "drawing", version: 2, frame: 1, shapes: [box] });
  room.change({ state: { ...state, frame: 1 } });
  await expect.element(page.getByText(/^frame 2\b/)).toBeVisible();
  await expect.element(drawing).not.toBeInTheDocument();
  send({ kind: "drawing", version: 1, frame: 1, shapes: [box] });
  await expect.element(drawing).toBeVisible();
  room.change({ state: { ...state, frame: 2 } });
  await expect.element(drawing).not.toBeInTheDocument();
  room.change({ state: { ...state, frame: 1 } });
  await expect.element(drawing).toBeVisible();
  send({ kind: "drawing", version: 1, frame: 1, shapes: null });
  await expect.element(drawing).not.toBeInTheDocument();
});

test("the drawing of a comment that another participant posts stays on its frame", async () => {
  const { send, room, realtime } = await openRoom();
  const { state } = sampleRoom();
  const drawings = () =>
    [...document.querySelectorAll("[data-picture] svg[role=img]")].map((svg) =>
      svg.getAttribute("aria-label"),
    );
  const seen: string[][] = [];
  send({ kind: "drawing", version: 1, frame: 0, shapes: [box] });
  await expect.poll(drawings).toEqual(["Drawing that Dev Malhotra is making"]);
  const observer = new MutationObserver(() => seen.push(drawings().map(String)));
  observer.observe(picture(), { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  send({ kind: "drawing", version: 1, frame: 0, shapes: null });
  const comment = { ...sampleComment, inFrame: 0, outFrame: 0, drawing: { shapes: [box] } };
  realtime.send(commentChanged, { taskId: 12, comment });
  await expect.poll(drawings).toEqual(["Drawing by anika"]);
  // It doesn't flicker.
  expect(seen.filter((labels) => labels.length === 0)).toEqual([]);
  room.change({ state: { ...state, frame: 2 } });
  await expect.poll(drawings).toEqual([]);
  room.change({ state: { ...state, frame: 0 } });
  await expect.poll(drawings).toEqual(["Drawing by anika"]);
  realtime.send(commentChanged, { taskId: 12, comment: { ...comment, change: 2, drawing: null } });
  await expect.poll(drawings).toEqual([]);
});

test("the shapes of an own drawing are sent as they are made, and its end", async () => {
  const { room } = await openRoom();
  const drawings = () => room.signals.map(({ body }) => body.signal).filter(({ kind }) => kind === "drawing");
  await page.getByRole("button", { name: "Box" }).click();
  const area = page.getByRole("application", { name: "Drawing area" });
  await expect.element(area).toBeVisible();
  (area.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}{ArrowRight>10/}{ArrowDown>10/}{Enter}");
  await expect.poll(() => drawings().at(-1)).toMatchObject({ frame: 0, shapes: [{ kind: "box" }] });
  await page.getByRole("button", { name: "Clear the drawing" }).click();
  await expect.poll(() => drawings().at(-1)).toEqual({ kind: "drawing", version: 1, frame: 0, shapes: null });
});

test("a drawing is sent again for a participant who joins later", async () => {
  const { room, me } = await openRoom();
  const drawings = () => room.signals.map(({ body }) => body.signal).filter(({ kind }) => kind === "drawing");
  await page.getByRole("button", { name: "Box" }).click();
  const area = page.getByRole("application", { name: "Drawing area" });
  await expect.element(area).toBeVisible();
  (area.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}{ArrowRight>10/}{ArrowDown>10/}{Enter}");
  await expect.poll(() => drawings().length).toBe(1);
  room.change({ participants: [dev, me, { ...dev, id: crypto.randomUUID(), name: "Jonas" }] });
  await expect.poll(() => drawings().length).toBe(2);
  expect(drawings()[1]).toEqual(drawings()[0]);
  room.change({ participants: [dev, me] });
  await page.getByRole("button", { name: "Clear the drawing" }).click();
  await expect.poll(() => drawings()).toHaveLength(3);
  expect(drawings()[2]).toMatchObject({ shapes: null });
});

test("those who look elsewhere are on the timeline, and one can go there", async () => {
  const { send, room, me } = await openRoom();
  room.change({ participants: [{ ...dev, follows: false }, me] });
  send({ kind: "frame", version: 1, frame: 20 });
  const marker = page.getByRole("button", { name: "Go to where Dev Malhotra is watching" });
  await marker.click();
  await expect.element(page.getByText(/^frame 21 of 50$/)).toBeVisible();
  await expect.element(bar.getByRole("button", { name: "Follow", exact: true })).toBeVisible();
  const others = page.getByRole("button", { name: "Where the others are watching. Follow again" });
  await others.click();
  await expect.element(bar.getByRole("button", { name: "Following" })).toBeVisible();
  await expect.element(others).not.toBeInTheDocument();
  room.change({ participants: [dev, me] });
  await expect.element(marker).not.toBeInTheDocument();
});
