import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { previewPath } from "#core/paths.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import type { Playback } from "#modules/media/contract/videos.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { answerComments, sampleComment, samplePlayback, samplePreview } from "#testing/web/sample-preview.ts";
import { meera } from "#testing/web/samples.ts";

/** A picture of 1280×720, whose whole size has about the width of the player. */
const large = { ...samplePlayback, width: 1280, height: 720 };

async function openPlayer(playback: Playback = large) {
  const { api, open } = await startScreen(meera);
  answerComments(api);
  api.on(deliveriesEndpoints.status, () => ({ publishFailed: false, watchUrl: null }));
  api.on(reviewEndpoints.preview, () => samplePreview({ playback }));
  await open(previewPath(12));
  await expect.poll(() => video().readyState).toBeGreaterThan(1);
  return { api, open };
}

function video(): HTMLVideoElement {
  const element = document.querySelector<HTMLVideoElement>("[data-picture] video");
  if (!element) throw new Error("There is no video.");
  return element;
}

function frame(): DOMRect {
  const element = document.querySelector("[data-picture]");
  if (!element) throw new Error("There is no picture.");
  return element.getBoundingClientRect();
}

/** The magnification and the displayed center as shares of the picture, as they are on the screen. */
function displayed() {
  const [space, picture] = [frame(), video().getBoundingClientRect()];
  return {
    scale: picture.width / space.width,
    x: (space.left + space.width / 2 - picture.left) / picture.width,
    y: (space.top + space.height / 2 - picture.top) / picture.height,
  };
}

const whole = { scale: 1, x: 0.5, y: 0.5 };
const button = page.getByRole("button", { name: /^Zoom: \d+%$/ });
const minimap = page.getByRole("slider", { name: "Displayed part of the picture" });

async function press(keys: string): Promise<void> {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await userEvent.keyboard(keys);
}

test("keys and menu enlarge the picture, 0 and Escape show the whole one", async () => {
  await openPlayer();
  expect(displayed()).toEqual(whole);
  await expect.element(minimap).not.toBeInTheDocument();
  await press("+");
  await expect.poll(() => displayed().scale).toBeGreaterThan(1);
  await expect.element(button).toHaveAccessibleName("Zoom: 100%");
  expect(video().getBoundingClientRect().width).toBe(1280);
  await press("+");
  await expect.element(button).toHaveAccessibleName("Zoom: 150%");
  await press("-");
  await expect.element(button).toHaveAccessibleName("Zoom: 100%");
  await press("0");
  await expect.poll(displayed).toEqual(whole);
  await button.click();
  await page.getByRole("menuitemradio", { name: "400%" }).click();
  await expect.poll(() => video().getBoundingClientRect().width).toBe(5120);
  await button.click();
  await expect.element(page.getByRole("menuitemradio", { name: "400%" })).toBeChecked();
  await page.getByRole("menuitem", { name: "Zoom out" }).click();
  await expect.poll(() => video().getBoundingClientRect().width).toBe(3840);
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  expect(displayed().scale).toBeGreaterThan(1);
  await press("{Escape}");
  await expect.poll(displayed).toEqual(whole);
});

test("percentages that are smaller than the whole picture are not offered", async () => {
  await openPlayer({ ...large, width: 640, height: 360 });
  await button.click();
  await expect.element(page.getByRole("menuitemradio", { name: "200%" })).toBeVisible();
  expect(page.getByRole("menuitemradio", { name: "100%" }).elements()).toHaveLength(0);
});

test("Escape in a text and in a dialog belongs to it", async () => {
  await openPlayer();
  await press("+");
  await userEvent.click(page.getByRole("textbox", { name: "Comment on this frame" }));
  await userEvent.keyboard("{Escape}");
  expect(displayed().scale).toBeGreaterThan(1);
  await press("?");
  await expect.element(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect.element(page.getByText("Enlarge or reduce the picture")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(displayed().scale).toBeGreaterThan(1);
  await press("{Escape}");
  await expect.poll(displayed).toEqual(whole);
});

test("a double click enlarges the part at the pointer and returns, and the paused video stays on its frame", async () => {
  await openPlayer();
  await press("{ArrowRight}{ArrowRight}{ArrowRight}");
  await expect.element(page.getByText("frame 4 of 50")).toBeVisible();
  const { width, height } = frame();
  const picture = page.elementLocator(document.querySelector("[data-picture]") ?? document.body);
  await picture.dblClick({ position: { x: width * 0.75, y: height * 0.25 } });
  await expect.poll(() => displayed().scale).toBeGreaterThan(1);
  expect(displayed().x).toBeGreaterThan(0.5);
  expect(displayed().y).toBeLessThan(0.5);
  await expect.poll(() => video().paused).toBe(true);
  await expect.element(page.getByText("frame 4 of 50")).toBeVisible();
  await picture.dblClick({ position: { x: width / 2, y: height / 2 } });
  await expect.poll(displayed).toEqual(whole);
  await expect.element(page.getByText("frame 4 of 50")).toBeVisible();
  const { left, top } = frame();
  const target = document.elementFromPoint(left + width / 2, top + height / 2);
  const click = (type: string, detail: number) =>
    target?.dispatchEvent(new MouseEvent(type, { detail, bubbles: true, clientX: left, clientY: top }));
  click("click", 1);
  await expect.poll(() => video().paused).toBe(false);
  await expect.element(page.getByText("frame 4 of 50")).not.toBeInTheDocument();
  // A slow second click.
  click("click", 2);
  click("dblclick", 2);
  await expect.poll(() => video().paused).toBe(true);
  await expect.element(page.getByText("frame 4 of 50")).toBeVisible();
});

test("an enlarged portrait video takes the whole width of the player", async () => {
  await openPlayer({ ...large, width: 1080, height: 1920 });
  const player = document.querySelector("[data-picture]")?.parentElement?.getBoundingClientRect();
  if (!player) throw new Error("There is no picture.");
  const { left, right } = frame();
  expect(left - player.left).toBeGreaterThan(200);
  const pictureAt = (x: number) =>
    document.elementFromPoint(x, player.top + player.height / 2)?.closest("[data-picture]") ?? null;
  expect(pictureAt(left - 100)).toBeNull();
  await press("++++");
  await expect.poll(() => displayed().scale).toBeGreaterThan(3);
  expect(frame()).toMatchObject({ left, right });
  expect([pictureAt(left - 100), pictureAt(right + 100)]).not.toContain(null);
  expect(player.right - minimap.element().getBoundingClientRect().right).toBeLessThan(20);
  // The part that the minimap outlines is the displayed one.
  const map = minimap.element().getBoundingClientRect();
  const part = minimap.element().firstElementChild?.getBoundingClientRect();
  const picture = video().getBoundingClientRect();
  const width = Math.min(player.right, picture.right) - Math.max(player.left, picture.left);
  expect((part?.width ?? 0) / map.width).toBeCloseTo(width / picture.width, 1);
  await press("0");
  await expect.poll(displayed).toEqual(whole);
  expect(pictureAt(left - 100)).toBeNull();
});

/** A pointer event at shares of the picture's frame. */
function point(type: string, [x, y]: [number, number], target?: Element): void {
  const { left, top, width, height } = frame();
  const at = { clientX: left + width * x, clientY: top + height * y };
  const element = target ?? document.elementFromPoint(at.clientX, at.clientY);
  const options = { ...at, pointerId: 1, isPrimary: true, button: 0, bubbles: true, cancelable: true };
  element?.dispatchEvent(new PointerEvent(type, options));
}

test("dragging moves the enlarged picture and does not play it", async () => {
  await openPlayer();
  const box = frame();
  await press("++");
  await expect.poll(() => displayed().scale).toBeGreaterThan(1.5);
  const before = displayed();
  // Events of a script have no pointer that could be captured.
  const { setPointerCapture } = Element.prototype;
  Element.prototype.setPointerCapture = () => undefined;
  point("pointerdown", [0.5, 0.5]);
  point("pointermove", [0.6, 0.45]);
  point("pointerup", [0.6, 0.45]);
  document
    .elementFromPoint(box.left + box.width * 0.6, box.top + box.height * 0.45)
    ?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  Element.prototype.setPointerCapture = setPointerCapture;
  const after = displayed();
  expect(after.x).toBeCloseTo(before.x - 0.1 / before.scale, 2);
  expect(after.y).toBeCloseTo(before.y + 0.05 / before.scale, 2);
  expect(video().paused).toBe(true);
});

test("the wheel enlarges at the pointer with Ctrl only", async () => {
  await openPlayer();
  const { left, top, width, height } = frame();
  const turn = (options: WheelEventInit) => {
    const event = new WheelEvent("wheel", {
      clientX: left + width * 0.25,
      clientY: top + height * 0.5,
      deltaY: -100,
      bubbles: true,
      cancelable: true,
      ...options,
    });
    video().dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(turn({})).toBe(false);
  expect(displayed()).toEqual(whole);
  expect(turn({ ctrlKey: true })).toBe(true);
  const { scale, x } = displayed();
  expect(scale).toBeCloseTo(Math.exp(0.22), 2);
  // The part at the pointer keeps its place.
  expect(x - 0.25 / scale).toBeCloseTo(0.25, 2);
  expect(turn({ metaKey: true, deltaY: 100 })).toBe(true);
  expect(displayed()).toEqual(whole);
});

test("the minimap moves the picture by click and by keyboard, while frames stay where they are", async () => {
  await openPlayer();
  await press("++");
  await expect.element(minimap).toBeVisible();
  await expect
    .element(minimap)
    .toHaveAttribute("aria-valuetext", "Center 50% from the left, 50% from the top");
  const element = minimap.element();
  if (!(element instanceof HTMLElement)) throw new Error("The minimap can't be focused.");
  element.focus();
  const { scale } = displayed();
  await userEvent.keyboard("{ArrowRight}{ArrowUp}");
  await expect.poll(() => displayed().x).toBeCloseTo(0.5 + 0.1 / scale, 2);
  expect(displayed().y).toBeCloseTo(0.5 - 0.1 / scale, 2);
  expect(element.getAttribute("aria-valuetext")).not.toContain("50%");
  expect(video().currentTime).toBeLessThan(0.04);
  const { width, height } = element.getBoundingClientRect();
  await minimap.click({ position: { x: width - 3, y: height - 3 } });
  await expect.poll(() => displayed().x).toBeCloseTo(1 - 0.5 / scale, 2);
  expect(displayed().y).toBeCloseTo(1 - 0.5 / scale, 2);
});

test("a shape that is drawn on an enlarged picture lies where it was drawn", async () => {
  const { api } = await openPlayer();
  const sent = api.on(feedbackEndpoints.addComment, ({ body }) => ({ ...sampleComment, ...body, change: 1 }));
  await press("+");
  await press("+");
  const { scale, x, y } = displayed();
  await page.getByRole("button", { name: "Box", exact: true }).click();
  const drawing = page.getByRole("application", { name: "Drawing area" });
  await expect.element(drawing).toBeVisible();
  const area = drawing.element();
  const { setPointerCapture } = Element.prototype;
  Element.prototype.setPointerCapture = () => undefined;
  point("pointerdown", [0.25, 0.25], area);
  point("pointermove", [0.75, 0.6], area);
  await expect.poll(() => area.hasAttribute("data-takes-escape")).toBe(true);
  // Escape cancels the shape, then shows the whole picture, then ends the drawing.
  area.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  expect(displayed().scale).toBe(scale);
  point("pointerdown", [0.25, 0.25], area);
  point("pointermove", [0.75, 0.6], area);
  point("pointerup", [0.75, 0.6], area);
  Element.prototype.setPointerCapture = setPointerCapture;
  await press("{Escape}");
  await expect.poll(displayed).toEqual(whole);
  await expect.element(drawing).toBeVisible();
  const shape = document.querySelector("[data-picture] svg path")?.getBoundingClientRect();
  const box = frame();
  const expected = {
    left: x - 0.25 / scale,
    top: y - 0.25 / scale,
    right: x + 0.25 / scale,
    bottom: y + 0.1 / scale,
  };
  expect((Number(shape?.left) - box.left) / box.width).toBeCloseTo(expected.left, 2);
  expect((Number(shape?.bottom) - box.top) / box.height).toBeCloseTo(expected.bottom, 2);
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect.poll(() => sent.length).toBe(1);
  const [drawn] = sent[0]?.body.drawing?.shapes ?? [];
  if (drawn?.kind !== "box") throw new Error("No box was drawn.");
  expect(drawn.from[0]).toBeCloseTo(expected.left, 2);
  expect(drawn.from[1]).toBeCloseTo(expected.top, 2);
  expect(drawn.to[0]).toBeCloseTo(expected.right, 2);
  expect(drawn.to[1]).toBeCloseTo(expected.bottom, 2);
});

/** A touch event at shares of the picture's frame, with one finger for each point. */
function touch(type: string, points: [number, number][], target: Element): boolean {
  const { left, top, width, height } = frame();
  const touches = points.map(
    ([x, y], identifier) =>
      new Touch({ identifier, target, clientX: left + width * x, clientY: top + height * y }),
  );
  return target.dispatchEvent(new TouchEvent(type, { touches, bubbles: true, cancelable: true }));
}

test("two fingers enlarge and move the picture, also while drawing, and draw nothing", async () => {
  await openPlayer();
  await page.getByRole("button", { name: "Pen", exact: true }).click();
  const drawing = page.getByRole("application", { name: "Drawing area" });
  await expect.element(drawing).toBeVisible();
  const area = drawing.element();
  const { setPointerCapture } = Element.prototype;
  Element.prototype.setPointerCapture = () => undefined;
  point("pointerdown", [0.4, 0.5], area);
  touch("touchstart", [[0.4, 0.5]], area);
  // The page scrolls by one finger.
  expect(touch("touchmove", [[0.4, 0.4]], area)).toBe(true);
  const { left, top, width, height } = frame();
  const second = { clientX: left + width * 0.6, clientY: top + height / 2, pointerId: 2, bubbles: true };
  area.dispatchEvent(new PointerEvent("pointerdown", { ...second, isPrimary: false }));
  touch(
    "touchstart",
    [
      [0.4, 0.5],
      [0.6, 0.5],
    ],
    area,
  );
  expect(
    touch(
      "touchmove",
      [
        [0.3, 0.5],
        [0.7, 0.5],
      ],
      area,
    ),
  ).toBe(false);
  await expect.poll(() => displayed().scale).toBeCloseTo(2, 1);
  expect(displayed().x).toBeCloseTo(0.5, 2);
  touch(
    "touchmove",
    [
      [0.4, 0.6],
      [0.8, 0.6],
    ],
    area,
  );
  expect(displayed().scale).toBeCloseTo(2, 1);
  expect(displayed().x).toBeCloseTo(0.45, 2);
  expect(displayed().y).toBeCloseTo(0.45, 2);
  point("pointermove", [0.4, 0.6], area);
  point("pointerup", [0.4, 0.6], area);
  touch("touchend", [], area);
  Element.prototype.setPointerCapture = setPointerCapture;
  expect(document.querySelectorAll("[aria-label='Your drawing'] path")).toHaveLength(0);
  await expect.element(page.getByRole("button", { name: "Clear the drawing" })).toBeDisabled();
});

test("the light rendition gives way to the full one while the picture is enlarged, at the same frame", async () => {
  const light = `${samplePlayback.fileUrl}?light`;
  await openPlayer({ ...large, lightUrl: light });
  await page.getByRole("button", { name: "Player settings" }).click();
  await page.getByRole("menuitemradio", { name: "Data saver" }).click();
  await expect.poll(() => video().getAttribute("src")).toBe(light);
  await expect.poll(() => video().readyState).toBeGreaterThan(1);
  await press("{ArrowRight}{ArrowRight}");
  await expect.element(page.getByText("frame 3 of 50")).toBeVisible();
  const cover = document.querySelector<HTMLElement>("[data-quality-switch]");
  const covered: boolean[] = [];
  new MutationObserver(() => covered.push(cover?.hidden === false)).observe(video(), {
    attributeFilter: ["src"],
  });
  await press("+");
  await expect.poll(() => video().getAttribute("src")).toBe(samplePlayback.fileUrl);
  expect(covered).toEqual([true]);
  await expect.poll(() => cover?.hidden).toBe(true);
  await expect.element(page.getByText("frame 3 of 50")).toBeVisible();
  await press("0");
  await expect.poll(() => video().getAttribute("src")).toBe(light);
  await expect.element(page.getByText("frame 3 of 50")).toBeVisible();
  expect(localStorage.getItem("reelay-picture")).toBe("light");
});
