import { type GuideKind, type Guides, noGuides } from "../contract/guides.ts";

/** Height of a picture in the units of the paths in this file; its width is this multiplied with its aspect. */
export const guideHeight = 1000;

/** Shares of width and height inside the safe areas (SMPTE ST 2046-1). */
const safeShares = { action_safe: 0.93, title_safe: 0.9 } as const;

/** Arms of the center cross, relative to the shorter side of the picture. */
const crossShare = 0.05;

/**
 * Pixels of a vertical picture that YouTube Shorts covers on each side: Google's safe zone for vertical video ads, as of
 * November 2026 (collected in shotstack.io/learn/vertical-video-safe-zones). Others measure less at the bottom.
 */
const shorts = { width: 1080, height: 1920, top: 288, bottom: 672, left: 48, right: 192 } as const;

export const guideLabels: Record<GuideKind, string> = {
  action_safe: "Action safe, 93%",
  title_safe: "Title safe, 90%",
  center: "Center cross",
  thirds: "Thirds",
  shorts: "YouTube Shorts",
};

/** Source and date of what Shorts covers. */
export const shortsSource = `Google's safe zone for vertical ads, ${shorts.width} × ${shorts.height}: ${shorts.top} top, ${shorts.bottom} bottom, ${shorts.left} left, ${shorts.right} right; as of November 2026`;

export const maskRatios = [
  { label: "16:9", ratio: 16 / 9 },
  { label: "9:16", ratio: 9 / 16 },
  { label: "1:1", ratio: 1 },
  { label: "4:5", ratio: 4 / 5 },
  { label: "2.39:1", ratio: 2.39 },
] as const;

/** Those that are switched on at first. */
export const usualGuides: Guides = { kinds: ["action_safe", "title_safe"], maskRatio: null };

/** Part of a picture: shares of its width and height. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The part inside a safe area. */
export function safeArea(kind: keyof typeof safeShares): Area {
  const share = safeShares[kind];
  return { x: (1 - share) / 2, y: (1 - share) / 2, width: share, height: share };
}

/** The largest centered part with a ratio of width to height. */
export function maskArea(ratio: number, aspect: number): Area {
  const width = Math.min(1, ratio / aspect);
  const height = Math.min(1, aspect / ratio);
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
}

/** The part that Shorts doesn't cover; null for pictures that aren't vertical. Shorts fits other ratios than 9:16 into its screen. */
export function shortsArea(aspect: number): Area | null {
  if (aspect >= 1) return null;
  const width = Math.min(shorts.width, shorts.height * aspect);
  const height = Math.min(shorts.height, shorts.width / aspect);
  const [left, top] = [(shorts.width - width) / 2, (shorts.height - height) / 2];
  const x = share(shorts.left - left, width);
  const y = share(shorts.top - top, height);
  return {
    x,
    y,
    width: share(shorts.width - shorts.right - left, width) - x,
    height: share(shorts.height - shorts.bottom - top, height) - y,
  };
}

function share(pixels: number, all: number): number {
  return Math.min(1, Math.max(0, pixels / all));
}

/** The guides that a picture can have: `shorts` needs a vertical one. */
export function applicableGuides({ kinds, maskRatio }: Guides, aspect: number): Guides {
  return { kinds: kinds.filter((kind) => kind !== "shorts" || aspect < 1), maskRatio };
}

export function hasGuides({ kinds, maskRatio }: Guides): boolean {
  return kinds.length > 0 || maskRatio !== null;
}

/** Switches all guides of a picture off, or those of `last` on, which may not be applicable to it. */
export function toggleGuides(current: Guides, last: Guides, aspect: number): Guides {
  if (hasGuides(applicableGuides(current, aspect))) return noGuides;
  return hasGuides(applicableGuides(last, aspect)) ? last : usualGuides;
}

/** Adds or removes a kind. */
export function toggleKind({ kinds, maskRatio }: Guides, kind: GuideKind): Guides {
  const others = kinds.filter((each) => each !== kind);
  return { kinds: others.length < kinds.length ? others : [...others, kind], maskRatio };
}

/** The lines of a guide as path data, for a picture with this ratio of width to height. */
export function guidePath(kind: GuideKind, aspect: number): string {
  if (kind === "thirds") return thirdsPath(aspect);
  if (kind === "center") return crossPath(aspect);
  const area = kind === "shorts" ? shortsArea(aspect) : safeArea(kind);
  return area ? areaPath(area, aspect) : "";
}

/** The whole picture without an area as path data, to be filled with the rule `evenodd`. */
export function outsidePath(area: Area, aspect: number): string {
  return `${areaPath({ x: 0, y: 0, width: 1, height: 1 }, aspect)} ${areaPath(area, aspect)}`;
}

/** The outline of an area as path data. */
export function areaPath({ x, y, width, height }: Area, aspect: number): string {
  const [left, right] = [x, x + width].map((at) => units(at * aspect));
  const [top, bottom] = [y, y + height].map(units);
  return `M${left} ${top}H${right}V${bottom}H${left}Z`;
}

function thirdsPath(aspect: number): string {
  const [right, bottom] = [units(aspect), units(1)];
  const columns = [1 / 3, 2 / 3].map((at) => `M${units(at * aspect)} 0V${bottom}`);
  const rows = [1 / 3, 2 / 3].map((at) => `M0 ${units(at)}H${right}`);
  return [...columns, ...rows].join("");
}

function crossPath(aspect: number): string {
  const arm = crossShare * Math.min(1, aspect);
  const [x, y] = [aspect / 2, 0.5];
  return `M${units(x - arm)} ${units(y)}H${units(x + arm)}M${units(x)} ${units(y - arm)}V${units(y + arm)}`;
}

function units(heights: number): number {
  return Math.round(heights * guideHeight * 100) / 100;
}

/** The ratio that a text such as `4:3`, `1.85` or `1.85:1` states; null for other texts and outside of 1:5 to 5:1. */
export function parseRatio(text: string): number | null {
  const match = /^(\d{1,5}(?:[.,]\d{1,4})?)(?:\s*[:/x×]\s*(\d{1,5}(?:[.,]\d{1,4})?))?$/i.exec(text.trim());
  if (!match) return null;
  const [width = 0, height = 1] = match
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part.replace(",", "."))));
  const ratio = width / height;
  return ratio >= 0.2 && ratio <= 5 ? ratio : null;
}

/** Such as `16:9`, and `1.85:1` for ratios that aren't in `maskRatios`. */
export function ratioLabel(ratio: number): string {
  return maskRatios.find((mask) => isRatio(ratio, mask.ratio))?.label ?? `${Math.round(ratio * 100) / 100}:1`;
}

/** Whether two ratios are equal on screen. */
export function isRatio(one: number | null, other: number): boolean {
  return one !== null && Math.abs(one / other - 1) < 0.001;
}

/** Such as `Guides: action safe, thirds, mask 16:9`; empty without any. */
export function describeGuides({ kinds, maskRatio }: Guides): string {
  const names = kinds.map((kind) => guideLabels[kind].replace(/,.*/, ""));
  const all = [...names, ...(maskRatio === null ? [] : [`Mask ${ratioLabel(maskRatio)}`])];
  return all.length === 0 ? "" : `Guides: ${all.join(", ")}`;
}
