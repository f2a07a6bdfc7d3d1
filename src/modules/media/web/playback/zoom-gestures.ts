import type { SpacePoint } from "#modules/media/rules/picture-zoom.ts";

import type { Zoom } from "../public/use-zoom.ts";

interface ClientPoint {
  clientX: number;
  clientY: number;
}

/** Movement in CSS pixels up to which a press is a click. */
const clickRadius = 4;
/** One notch of a wheel, whose browsers report between 4 and 120 pixels, enlarges by a quarter. */
const maxDelta = 22;

/**
 * Enlarges by the wheel with Ctrl or Cmd, which is also what trackpads send for a pinch, by two fingers and by a double click, and
 * moves the enlarged picture by dragging elements with `data-pans`. Returns a function that ends this.
 */
export function attachGestures(frame: HTMLElement, zoom: Zoom): () => void {
  const detached = new AbortController();
  const { signal } = detached;
  const active = { signal, passive: false };
  frame.addEventListener("wheel", (event) => wheel(frame, zoom, event), active);
  attachPinch(frame, zoom, active);
  attachDrag(frame, zoom, signal);
  const doubleClick = (event: MouseEvent) => {
    if (pans(event)) zoom.toggle(pointIn(spaceAt(frame, event), event));
  };
  frame.addEventListener("dblclick", doubleClick, { signal });
  return () => detached.abort();
}

/** Whether an event is on the picture itself, not on a control over it or on the drawing area. */
export function pans({ target }: Event): boolean {
  return target instanceof Element && target.closest("[data-pans]") !== null;
}

function wheel(frame: HTMLElement, zoom: Zoom, event: WheelEvent): void {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  const delta = Math.min(maxDelta, Math.max(-maxDelta, event.deltaY));
  zoom.zoomTo(zoom.view().scale * Math.exp(-delta / 100), pointIn(spaceAt(frame, event), event));
}

function attachPinch(frame: HTMLElement, zoom: Zoom, options: AddEventListenerOptions): void {
  let last: { distance: number; center: ClientPoint } | null = null;
  const start = ({ touches }: TouchEvent) => (last = fingers(touches));
  const move = (event: TouchEvent) => {
    const next = fingers(event.touches);
    if (!last || !next) return;
    if (event.cancelable) event.preventDefault();
    const space = spaceAt(frame, next.center);
    zoom.pan(distance(space, last.center, next.center));
    zoom.zoomTo(zoom.view().scale * (next.distance / last.distance), pointIn(space, next.center));
    last = next;
  };
  frame.addEventListener("touchstart", start, options);
  frame.addEventListener("touchmove", move, options);
  frame.addEventListener("touchend", start, options);
  frame.addEventListener("touchcancel", start, options);
}

/** Distance and center of two fingers; null for another number of fingers. */
function fingers({ length, 0: first, 1: second }: TouchList) {
  if (length !== 2 || !first || !second) return null;
  return {
    distance: Math.max(1, Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY)),
    center: {
      clientX: (first.clientX + second.clientX) / 2,
      clientY: (first.clientY + second.clientY) / 2,
    },
  };
}

function attachDrag(frame: HTMLElement, zoom: Zoom, signal: AbortSignal): void {
  let from: ClientPoint | null = null;
  let isDragged = false;
  const start = (event: PointerEvent) => {
    isDragged = false;
    // A second finger begins a pinch.
    from = event.isPrimary && event.button === 0 && zoom.view().scale > 1 && pans(event) ? event : null;
  };
  const move = (event: PointerEvent) => {
    if (!from || !event.isPrimary) return;
    if (!isDragged) {
      if (Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) <= clickRadius) return;
      isDragged = true;
      frame.setPointerCapture(event.pointerId);
      frame.toggleAttribute("data-panning", true);
    }
    zoom.pan(distance(spaceAt(frame, event), from, event));
    from = event;
  };
  const end = () => {
    from = null;
    frame.toggleAttribute("data-panning", false);
  };
  const click = (event: MouseEvent) => {
    if (!isDragged) return;
    isDragged = false;
    event.stopPropagation();
  };
  frame.addEventListener("pointerdown", start, { signal });
  frame.addEventListener("pointermove", move, { signal });
  frame.addEventListener("pointerup", end, { signal });
  frame.addEventListener("pointercancel", end, { signal });
  frame.addEventListener("click", click, { signal, capture: true });
}

/** The space of the picture at a point; side by side, there are two. */
function spaceAt(frame: HTMLElement, { clientX }: ClientPoint): DOMRect {
  const spaces = Array.from(frame.querySelectorAll("[data-picture-space]"), (space) =>
    space.getBoundingClientRect(),
  );
  return (
    spaces.find(({ left, right }) => clientX >= left && clientX <= right) ?? frame.getBoundingClientRect()
  );
}

function pointIn({ left, top, width, height }: DOMRect, { clientX, clientY }: ClientPoint): SpacePoint {
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}

function distance({ width, height }: DOMRect, from: ClientPoint, to: ClientPoint): SpacePoint {
  return { x: (to.clientX - from.clientX) / width, y: (to.clientY - from.clientY) / height };
}
