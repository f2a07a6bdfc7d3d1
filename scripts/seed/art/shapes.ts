import type { Lettering } from "../lettering.ts";

/** Pixels of a frame. */
export const [frameWidth, frameHeight] = [1280, 720];

/** A drawn layer of a shot and how it moves: ffmpeg expressions of the time `t` in seconds of the shot, in pixels. */
export type Layer = ({ svg: string } | { picture: Lettering }) & { x?: string; y?: string };

/** One take of a film: layers from back to front. */
export interface Shot {
  seconds: number;
  layers: readonly Layer[];
  /** Rotation of the whole picture in degrees. */
  tilt?: number;
}

export function drawing(body: string, { width = frameWidth, height = frameHeight, defs = "" } = {}): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${blurs}${defs}</defs>${body}</svg>`;
}

/** Filters `blur2` to `blur60`, for depth of field and light. */
const blurs = [2, 4, 8, 14, 30, 60]
  .map(
    (radius) =>
      `<filter id="blur${radius}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${radius}"/></filter>`,
  )
  .join("");

export type Stop = readonly [offset: number, color: string, opacity?: number];

export function gradient(id: string, stops: readonly Stop[], kind: "down" | "round" = "down"): string {
  const inner = stops
    .map(
      ([offset, color, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`,
    )
    .join("");
  return kind === "down"
    ? `<linearGradient id="${id}" x2="0" y2="1">${inner}</linearGradient>`
    : `<radialGradient id="${id}">${inner}</radialGradient>`;
}

/** A sky with drifting clouds in the colour `cloud`. */
export function sky(
  stops: readonly Stop[],
  { cloud, seed, cover = 0.5 }: { cloud: string; seed: number; cover?: number },
): Layer[] {
  const clouds = `<filter id="clouds" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">
    <feTurbulence type="fractalNoise" baseFrequency="0.0028 0.011" numOctaves="5" seed="${seed}"/>
    <feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 2.6 ${-1.75 + cover}"/>
    <feComposite in="SourceGraphic" operator="in"/></filter>${gradient("fade", [
      [0, "#fff"],
      [0.75, "#fff"],
      [1, "#000"],
    ])}
    <mask id="high"><rect width="1600" height="520" fill="url(#fade)"/></mask>`;
  return [
    {
      svg: drawing(`<rect width="100%" height="100%" fill="url(#sky)"/>`, { defs: gradient("sky", stops) }),
    },
    {
      svg: drawing(
        `<g mask="url(#high)"><rect width="1600" height="520" fill="${cloud}" filter="url(#clouds)"/></g>`,
        {
          width: 1600,
          defs: clouds,
        },
      ),
      x: "-40-7*t",
    },
  ];
}

/** Heights of a landscape along `width` pixels, the same for the same seed. */
function heights(width: number, seed: number, relief: number, roughness: number): [number, number][] {
  return Array.from({ length: Math.ceil(width / 6) + 1 }, (_, index) => {
    const x = index * 6;
    const wave = (length: number, phase: number) => Math.sin(x / length + phase * (1 + seed));
    const rise = 0.5 + 0.26 * wave(310, 1.3) + 0.16 * wave(127, 2.1) + 0.08 * wave(53, 3.7);
    return [x, relief * rise + roughness * wave(9, 5.2) * wave(23, 1.9)];
  });
}

/** A range of hills with haze at its foot. */
export function hills(at: {
  base: number;
  relief: number;
  color: string;
  haze: string;
  seed: number;
  roughness?: number;
  width?: number;
  speed?: number;
}): Layer {
  const { base, relief, color, haze, seed, roughness = 0, width = 2200, speed = 0 } = at;
  const line = heights(width, seed, relief, roughness).map(([x, rise]) => `${x},${(base - rise).toFixed(1)}`);
  const shape = `M0,${frameHeight} L${line.join(" ")} L${width},${frameHeight} Z`;
  return {
    svg: drawing(`<path d="${shape}" fill="${color}"/><path d="${shape}" fill="url(#haze)"/>`, {
      width,
      defs: gradient("haze", [
        [0, haze, 0],
        [0.35, haze, 0.18],
        [0.8, haze, 0.85],
        [1, haze, 0.9],
      ]),
    }),
    x: `-60-${speed}*t`,
  };
}

/** A soft light. */
export function glow(x: number, y: number, radius: number, color: string, strength = 1): string {
  const id = `g${Math.round(x)}-${Math.round(y)}-${Math.round(radius)}`;
  return `<defs>${gradient(
    id,
    [
      [0, color, strength],
      [0.25, color, 0.45 * strength],
      [0.6, color, 0.12 * strength],
      [1, color, 0],
    ],
    "round",
  )}</defs><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#${id})"/>`;
}

/** Falling rain. */
export function rain(strength: number): Layer {
  const height = frameHeight * 2;
  const drops = Array.from({ length: 520 }, (_, index) => {
    const x = (index * 379.7) % 1420;
    const y = (index * 211.3) % (frameHeight - 40);
    const length = 16 + ((index * 7) % 26);
    const opacity = (0.1 + ((index * 13) % 10) / 40) * strength;
    const line = (offset: number) =>
      `<path d="M${x},${y + offset} l${-length * 0.16},${length}" stroke="#dfe8ea" stroke-width="${index % 5 === 0 ? 1.8 : 1}" opacity="${opacity.toFixed(2)}"/>`;
    return line(0) + line(frameHeight);
  });
  return {
    svg: drawing(drops.join(""), { width: 1420, height }),
    x: "-60",
    y: `-${frameHeight}+mod(1500*t\\,${frameHeight})`,
  };
}

/** Dark corners. */
export const vignette: Layer = {
  svg: drawing(`<rect width="100%" height="100%" fill="url(#corners)"/>`, {
    defs: `<radialGradient id="corners" r="0.75"><stop offset="0.55" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.55"/></radialGradient>`,
  }),
};

/** Repeats `count` shapes. */
export function repeat(count: number, shape: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => shape(index)).join("");
}
