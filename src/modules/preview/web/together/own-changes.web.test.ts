import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { openSharedPlayer, recordFrames, soughtFrame, untilInStep } from "#testing/web/shared-player.tsx";

/** A player that has joined a room at its frame 100. */
async function joinPausedRoom() {
  const shared = await openSharedPlayer();
  await shared.session.join(shared.room.id);
  await expect.poll(() => [soughtFrame(), shared.video().readyState > 2]).toEqual([100, true]);
  const lastChange = () => {
    const command = shared.room.received.at(-1);
    return command?.kind === "change" ? command.change : command;
  };
  return { ...shared, lastChange };
}

const button = (name: string) => page.getByRole("button", { name, exact: true }).first();

test("Play, pressed once more before the video starts, stops it", async () => {
  const { room, lastChange } = await joinPausedRoom();
  await userEvent.keyboard(" ");
  await expect.poll(lastChange).toEqual({ playing: true, frame: 100 });
  await userEvent.keyboard(" ");
  await expect.poll(lastChange).toMatchObject({ playing: false });
  await expect.poll(soughtFrame).toBe(room.state().frame);
});

test("K stops a start of any participant", async () => {
  const { room, session, video, lastChange } = await joinPausedRoom();
  room.setRoundTrip(20_000);
  await userEvent.keyboard("l");
  await expect.poll(lastChange).toEqual({ playing: true, frame: 100 });
  await userEvent.keyboard("k");
  await expect.poll(() => [room.state().playing, session.getState().isStarting]).toEqual([false, false]);
  room.change({ playing: true });
  await expect.poll(() => session.getState().isStarting).toBe(true);
  await userEvent.keyboard("k");
  await expect.poll(() => [room.state().playing, session.getState().isStarting]).toEqual([false, false]);
  expect([video().paused, soughtFrame()]).toEqual([true, 100]);
});

test("Play starts the video at the time of the room, and Pause pauses it for all", async () => {
  const { room, session, video, lastChange } = await joinPausedRoom();
  room.setDelay(1500);
  await button("Play").click();
  await expect.poll(lastChange).toEqual({ playing: true, frame: 100 });
  expect(session.getState().isStarting).toBe(true);
  await expect.element(button("Starting...")).toBeVisible();
  await expect.poll(() => room.state().playing).toBe(true);
  // Nobody is ahead of the others.
  expect(video().paused).toBe(true);
  const frames = recordFrames(room);
  await untilInStep(frames);
  expect(session.getState().isStarting).toBe(false);
  await button("Pause").click();
  await expect.poll(() => room.state().playing).toBe(false);
  await expect.poll(soughtFrame).toBe(room.state().frame);
  expect(room.received).toHaveLength(2);
});

test("Home returns to the beginning, at which playback was started", async () => {
  const { room, video } = await joinPausedRoom();
  await userEvent.keyboard("{Home}");
  await expect.poll(() => room.state().frame).toBe(0);
  await userEvent.keyboard(" ");
  await expect.poll(() => video().currentTime).toBeGreaterThan(0.2);
  await userEvent.keyboard(" ");
  await expect.poll(() => room.state().playing).toBe(false);
  await expect.poll(soughtFrame).toBe(room.state().frame);
  await userEvent.keyboard("{Home}");
  await expect.poll(() => [room.state().frame, soughtFrame()]).toEqual([0, 0]);
});

test("a step that is pressed while the video loads counts", async () => {
  const { room, video } = await joinPausedRoom();
  video().dispatchEvent(new Event("emptied"));
  await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}");
  await expect.poll(() => [room.state().frame, soughtFrame()]).toEqual([125, 125]);
});

test("a seek counts although an earlier one ends meanwhile", async () => {
  const { room, video } = await joinPausedRoom();
  await userEvent.keyboard("{Shift}");
  video().currentTime = 125.5 / 25;
  video().dispatchEvent(new Event("seeked"));
  await expect.poll(() => [room.state().frame, soughtFrame()]).toEqual([125, 125]);
});

test("a step that is pressed as soon as the room is joined counts", async () => {
  const { room, session } = await openSharedPlayer();
  await session.join(room.id);
  await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}");
  await expect.poll(() => [room.state().frame, soughtFrame()]).toEqual([125, 125]);
});

test("steps, seeks, loop and speed of all inputs change the room", async () => {
  const { room, video, lastChange } = await joinPausedRoom();
  const steps: [keys: string, change: object][] = [
    ["{ArrowRight}", { playing: false, frame: 101 }],
    ["{ArrowLeft}", { playing: false, frame: 100 }],
    ["{Shift>}{ArrowRight}{/Shift}", { playing: false, frame: 125 }],
    ["{Home}", { playing: false, frame: 0 }],
    ["{End}", { playing: false, frame: 749 }],
  ];
  for (const [keys, change] of steps) {
    await userEvent.keyboard(keys);
    await expect.poll(lastChange).toEqual(change);
  }
  await page.getByLabelText("Seek", { exact: true }).fill("8.02");
  await expect.poll(lastChange).toEqual({ playing: false, frame: 200 });
  await userEvent.keyboard("i");
  await expect.poll(lastChange).toEqual({ loop: { from: 200, to: 749 } });
  await page.getByLabelText("Loop start").fill("210");
  await expect.poll(() => [room.state().loop, room.state().frame]).toEqual([{ from: 210, to: 749 }, 210]);
  await userEvent.keyboard("x");
  await expect.poll(lastChange).toEqual({ loop: null });
  await page.getByLabelText("Speed").selectOptions("1.5×");
  await expect.poll(lastChange).toEqual({ speed: 1.5 });
  await userEvent.keyboard("l");
  await expect.poll(() => [room.state().playing, video().paused]).toEqual([true, false]);
  await userEvent.keyboard("k");
  await expect.poll(() => room.state().playing).toBe(false);
  await expect.poll(soughtFrame).toBe(room.state().frame);
});

test("many steps become few commands, of which the last one is the last step", async () => {
  const { room, session } = await joinPausedRoom();
  const startedAt = performance.now();
  for (let step = 0; step < 40; step += 1)
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  // Shown at once, though the room doesn't know it.
  expect(soughtFrame()).toBe(140);
  await expect.poll(() => room.state().frame).toBe(140);
  const seconds = (performance.now() - startedAt) / 1000;
  expect(room.received.length).toBeLessThanOrEqual(1 + 5 * seconds);
  expect(session.getState().shared?.frame).toBe(140);
  expect(soughtFrame()).toBe(140);
});

test("while another participant presents, the player returns to the room", async () => {
  const { room, session, video } = await joinPausedRoom();
  const refused = vi.fn<() => void>();
  session.onRefused(refused);
  room.command({ kind: "present" });
  await expect.poll(() => session.getState().mayChange).toBe(false);
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(() => refused.mock.calls.length).toBe(1);
  await expect.poll(() => [video().seeking, soughtFrame()]).toEqual([false, 100]);
  await button("Play").click();
  await expect.poll(() => video().paused).toBe(true);
  await page.getByLabelText("Speed").selectOptions("2×");
  await expect.poll(() => video().playbackRate).toBe(1);
  await userEvent.keyboard("i");
  await expect.element(page.getByLabelText("Loop start")).not.toBeInTheDocument();
  expect(room.received).toEqual([]);
});

test("a command that the server refuses is undone", async () => {
  const { room, session } = await joinPausedRoom();
  const refused = vi.fn<() => void>();
  session.onRefused(refused);
  // The page doesn't know yet that Anika presents.
  room.setDelay(400);
  room.command({ kind: "present" });
  await userEvent.keyboard("{ArrowRight}");
  expect(soughtFrame()).toBe(101);
  await expect.poll(() => refused.mock.calls.length).toBe(1);
  await expect.poll(soughtFrame).toBe(100);
  expect(room.received).toHaveLength(1);
});

test("who doesn't follow looks elsewhere, and comes back", async () => {
  const { room, session, video } = await joinPausedRoom();
  session.setFollows(false);
  await expect.poll(() => room.participants().find(({ name }) => name === "Meera")?.follows).toBe(false);
  await userEvent.keyboard("{End}");
  await expect.poll(soughtFrame).toBe(749);
  room.change({ frame: 300 });
  await expect.poll(() => session.getState().room?.state.frame).toBe(300);
  expect([soughtFrame(), session.position()]).toEqual([749, 300]);
  session.setFollows(true);
  await expect.poll(() => [video().seeking, soughtFrame()]).toEqual([false, 300]);
  expect(room.received).toEqual([]);
});
