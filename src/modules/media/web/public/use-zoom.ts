import { type RefCallback, useEffect, useMemo, useSyncExternalStore } from "react";

import { type PictureView, wholePicture } from "#modules/media/contract/picture-view.ts";
import {
  clampView,
  type DisplayArea,
  doubleClickScale,
  fitPercent,
  limitScale,
  panBy,
  sharpPercent,
  spaceOnly,
  type SpacePoint,
  stepScale,
  zoomAround,
} from "#modules/media/rules/picture-zoom.ts";
import type { MediaRef } from "#ui/player/media-state.ts";

import { attachEscape } from "../playback/zoom-escape.ts";
import { attachGestures, pans } from "../playback/zoom-gestures.ts";
import type { Frames } from "./use-frames.ts";
import type { ViewControl } from "./view-control.ts";

/** Enlarges the picture in a frame and moves it. */
export interface Zoom {
  control: ViewControl;
  /** The `ref` of the `PictureFrame`, which contains a `PictureLayer`. */
  attach: RefCallback<HTMLDivElement>;
  frame: () => HTMLElement | null;
  view: () => PictureView;
  /** Device pixels per pixel of the source, in percent. */
  percent: () => number;
  /** That of the whole picture. */
  fit: () => number;
  /** The area of the enlarged picture: the same object until it changes. */
  area: () => DisplayArea;
  /** Calls `listen` when the view, the percentage or the area changes; returns a function that ends this. */
  subscribe: (listen: () => void) => () => void;
  /** Enlarges around a point of the picture's space. */
  zoomTo: (scale: number, point: SpacePoint) => void;
  /** Enlarges around the center, to a percentage of `percent`. */
  zoomToPercent: (percent: number) => void;
  step: (direction: 1 | -1) => void;
  /** Enlarges the whole picture at a point, or returns to it. */
  toggle: (point: SpacePoint) => void;
  pan: (by: SpacePoint) => void;
  /** Moves this point of the picture to the center. */
  center: (point: SpacePoint) => void;
  showWhole: () => void;
  /** Commands by key. */
  commands: Readonly<Record<string, () => void>>;
}

interface ZoomOptions {
  control: ViewControl;
  /** Width of the picture in the original, in pixels; null while it is unknown. */
  sourceWidth: number | null;
  media: MediaRef;
  frames: Frames;
}

export function useZoom({ control, sourceWidth, media, frames }: ZoomOptions): Zoom {
  const zoom = useMemo(() => createZoom(control, sourceWidth), [control, sourceWidth]);
  useEffect(() => attachEscape(zoom), [zoom]);
  useSameFrameAfterDoubleClick(zoom, media, frames);
  return zoom;
}

/**
 * The first click of a double click plays or pauses without a delay and the second one reverses it. A paused video then returns to
 * its frame.
 */
function useSameFrameAfterDoubleClick({ frame }: Zoom, media: MediaRef, frames: Frames): void {
  useEffect(() => {
    const current = frame();
    if (!current) return;
    let pausedAt: number | null = null;
    const click = (event: MouseEvent) => {
      if (event.detail === 1) pausedAt = media.current?.paused ? frames.current() : null;
    };
    const doubleClick = (event: MouseEvent) => {
      if (pausedAt !== null && pans(event)) frames.seek(pausedAt);
    };
    current.addEventListener("click", click, { capture: true });
    current.addEventListener("dblclick", doubleClick);
    return () => {
      current.removeEventListener("click", click, { capture: true });
      current.removeEventListener("dblclick", doubleClick);
    };
  }, [frame, media, frames]);
}

/** The percentage of the source pixels, whole. */
export function useZoomPercent({ subscribe, percent }: Zoom): number {
  return useSyncExternalStore(subscribe, () => Math.round(percent()));
}

const middle: SpacePoint = { x: 0.5, y: 0.5 };

function createZoom(control: ViewControl, sourceWidth: number | null): Zoom {
  const listeners = new Set<() => void>();
  let frame: HTMLElement | null = null;
  let spaceWidth = 0;
  let area = spaceOnly;
  const view = () => clampView(control.get());
  const fit = () => fitPercent(sourceWidth, spaceWidth * devicePixelRatio);
  const percent = () => view().scale * fit();
  const change = (next: PictureView) => {
    const before = control.get();
    if (next.scale !== before.scale || next.x !== before.x || next.y !== before.y) control.set(next);
  };
  const zoomTo = (scale: number, point: SpacePoint) =>
    change(zoomAround(view(), limitScale(scale, fit()), point));
  const step = (direction: 1 | -1) => zoomTo(stepScale(view().scale, fit(), direction), middle);
  const showWhole = () => change(wholePicture);
  const apply = () => {
    if (!frame) return;
    const { scale, x, y } = view();
    frame.toggleAttribute("data-zoomable", true);
    frame.toggleAttribute("data-zoomed", scale > 1);
    frame.toggleAttribute("data-sharp", scale > 1 && percent() >= sharpPercent * 0.995);
    frame.style.setProperty("--view-scale", String(scale));
    frame.style.setProperty("--view-x", String(x));
    frame.style.setProperty("--view-y", String(y));
    frame.style.setProperty("--device-pixel", `${1 / devicePixelRatio}px`);
    for (const listen of listeners) listen();
  };
  const attach = (element: HTMLElement | null) => {
    frame = element;
    const space = element?.querySelector("[data-picture-space]");
    if (!element || !space) return;
    // A single picture is displayed around its frame, too (`picture-layer.css`).
    const surroundings = space.parentElement === element ? element.parentElement : null;
    const observer = new ResizeObserver(() => {
      const { width, height } = space.getBoundingClientRect();
      spaceWidth = width;
      const around = surroundings?.getBoundingClientRect();
      area = around && width > 0 ? { x: around.width / width, y: around.height / height } : spaceOnly;
      apply();
    });
    observer.observe(space);
    if (surroundings) observer.observe(surroundings);
    apply();
    const detach = [control.subscribe(apply), attachGestures(element, zoom), () => observer.disconnect()];
    return () => {
      frame = null;
      for (const end of detach) end();
    };
  };
  const zoom: Zoom = {
    control,
    attach,
    frame: () => frame,
    view,
    percent,
    fit,
    area: () => area,
    subscribe: (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    zoomTo,
    zoomToPercent: (wanted) => zoomTo(wanted / fit(), middle),
    step,
    toggle: (point) => (view().scale > 1 ? showWhole() : zoomTo(doubleClickScale(fit()), point)),
    pan: (by) => change(panBy(view(), by)),
    center: ({ x, y }) => change(clampView({ scale: view().scale, x, y })),
    showWhole,
    commands: {
      "+": () => step(1),
      "=": () => step(1),
      "-": () => step(-1),
      "0": showWhole,
    },
  };
  return zoom;
}
