import { describe, expect, it } from "vitest";

import tokens from "./tokens.css?raw";

type Theme = "light" | "dark";
type Colour = [lightness: number, chroma: number, hue: number];

const surfaces = ["background", "panel", "raised"];
const texts = ["ink", "soft", "faint", "tally", "go", "amber", "fault"];
const fills = [
  ["on-ink", "ink"],
  ["on-ink", "soft"],
  ["on-tally", "tally"],
  ["on-go", "go"],
  ["on-fault", "fault"],
] as const;

const row = /--([\w-]+): light-dark\(oklch\(([^)/]+)\), oklch\(([^)/]+)\)\);/gu;

function parseColour(text: string): Colour {
  const [lightness = 0, chroma = 0, hue = 0] = text.trim().split(/\s+/u).map(Number);
  return [lightness, chroma, hue];
}

const table = new Map(
  [...tokens.matchAll(row)].map(([, name, light, dark]) => [
    name,
    { light: parseColour(light ?? ""), dark: parseColour(dark ?? "") },
  ]),
);

/** OKLCH to linear sRGB, clipped to the gamut as a plain sRGB screen does. */
function linearRgb([lightness, chroma, hue]: Colour): [number, number, number] {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ];
}

function luminance(theme: Theme, name: string): number {
  const colour = table.get(name)?.[theme];
  if (!colour) throw new Error(`tokens.css has no row for --${name}`);
  const [red, green, blue] = linearRgb(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: Theme, one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(theme, one), luminance(theme, other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe.each<Theme>(["light", "dark"])("the %s theme", (theme) => {
  it.each(surfaces)("has every text colour readable on %s (4.5 to 1)", (surface) => {
    for (const text of texts) {
      expect(contrast(theme, text, surface), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(fills)("has %s readable on a fill of %s (4.5 to 1)", (text, fill) => {
    expect(contrast(theme, text, fill)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(surfaces)("has the edges of controls visible on %s (3 to 1)", (surface) => {
    expect(contrast(theme, "edge", surface)).toBeGreaterThanOrEqual(3);
  });

  it("has visible hairlines", () => {
    for (const surface of surfaces) expect(contrast(theme, "line", surface)).toBeGreaterThan(1.2);
  });
});

it("reads all tokens", () => {
  expect(table.size).toBeGreaterThanOrEqual(surfaces.length + texts.length + fills.length);
});
