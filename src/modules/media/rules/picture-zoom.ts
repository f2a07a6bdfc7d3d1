import { maxScale, type PictureView, wholePicture } from "../contract/picture-view.ts";

/** A position or distance in a picture's space, as shares of its width and height. */
export interface SpacePoint {
  x: number;
  y: number;
}

/** Device pixels per source pixel in percent, from which pixels of the source are displayed with sharp edges. */
export const sharpPercent = 200;

/** The largest magnification by the controls, in percent of the source pixels. */
const maxPercent = 1600;
const steps = [25, 50, 75, 100, 150, 200, 300, 400, 600, 800, 1200, maxPercent];
/** Levels that differ by less than this factor count as the same. */
const tolerance = 1.005;

/** The nearest view whose picture fills its space: at scale 1 the whole picture. */
export function clampView({ scale, x, y }: PictureView): PictureView {
  const clamped = clamp(scale, 1, maxScale);
  if (clamped === 1) return wholePicture;
  const margin = 0.5 / clamped;
  return { scale: clamped, x: clamp(x, margin, 1 - margin), y: clamp(y, margin, 1 - margin) };
}

/** The view at another scale in which the part of the picture at `point` keeps its place on the screen. */
export function zoomAround(view: PictureView, scale: number, point: SpacePoint): PictureView {
  const next = clamp(scale, 1, maxScale);
  const move = 1 / view.scale - 1 / next;
  return clampView({
    scale: next,
    x: view.x + (point.x - 0.5) * move,
    y: view.y + (point.y - 0.5) * move,
  });
}

/** The view after the picture was dragged by a distance on the screen. */
export function panBy({ scale, x, y }: PictureView, by: SpacePoint): PictureView {
  return clampView({ scale, x: x - by.x / scale, y: y - by.y / scale });
}

/** The size of the area in which an enlarged picture is displayed, in sizes of its space. */
export type DisplayArea = Readonly<SpacePoint>;

export const spaceOnly: DisplayArea = { x: 1, y: 1 };

/** The displayed part of the picture, as shares of its width and height. */
export function visiblePart(view: PictureView, area: DisplayArea = spaceOnly) {
  const { scale, x, y } = clampView(view);
  const range = (center: number, size: number) => {
    const start = Math.max(0, center - size / 2 / scale);
    return { start, length: Math.min(1, center + size / 2 / scale) - start };
  };
  const [across, down] = [range(x, area.x), range(y, area.y)];
  return { left: across.start, top: down.start, width: across.length, height: down.length };
}

/**
 * Device pixels per source pixel at scale 1, in percent.
 * @param sourceWidth in source pixels; null while it is unknown, where the whole picture is 100%
 * @param spaceWidth of the picture's space in device pixels
 */
export function fitPercent(sourceWidth: number | null, spaceWidth: number): number {
  return sourceWidth === null || sourceWidth === 0 || spaceWidth === 0
    ? 100
    : (spaceWidth / sourceWidth) * 100;
}

/** The next larger or smaller scale of the controls. `fit` is that of `fitPercent`. */
export function stepScale(scale: number, fit: number, direction: 1 | -1): number {
  const percent = scale * fit;
  if (direction === 1) {
    const next = steps.find((step) => step > percent * tolerance && step > fit * tolerance);
    return limitScale(next === undefined ? scale * 1.5 : next / fit, fit);
  }
  const next = steps.findLast((step) => step < percent / tolerance);
  return next === undefined || next <= fit * tolerance ? 1 : limitScale(next / fit, fit);
}

/** The scale at least 1 and at most the largest of the controls: 1600% or, for small pictures, four times their space. */
export function limitScale(scale: number, fit: number): number {
  return clamp(scale, 1, Math.min(maxScale, Math.max(maxPercent / fit, 4)));
}

/** The scale to which a double click enlarges the whole picture: 100%, 200% or 400%, so that the difference is clear. */
export function doubleClickScale(fit: number): number {
  const percent = [100, 200, 400].find((each) => each >= fit * 1.4);
  return limitScale(percent === undefined ? 2 : percent / fit, fit);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
