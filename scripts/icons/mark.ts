import { aheadPath, playedPath, playheadPath, wordPath } from "#ui/logo-paths.ts";

/** Colours of the dark theme, as sRGB. */
export const colours = { background: "#100e0c", ink: "#f4f0e7", tally: "#ff5e35" };

const mark = [
  `<path fill="${colours.ink}" d="${playedPath}"/>`,
  `<path fill="${colours.ink}" opacity=".5" d="${aheadPath}"/>`,
  `<path fill="${colours.tally}" d="${playheadPath}"/>`,
].join("");

/** An SVG of 32 by 32 units: the mark on the dark background, with rounded corners, `scale` times its size of 28 by 24. */
function icon(scale: number, radius: number): string {
  const [left, top] = [16 - 14 * scale, 16 - 12 * scale].map((value) => Number(value.toFixed(2)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">`,
    `<rect width="32" height="32" rx="${radius}" fill="${colours.background}"/>`,
    `<g transform="translate(${left} ${top}) scale(${scale})">${mark}</g></svg>\n`,
  ].join("");
}

const rounded = icon(0.9, 5);
/** For systems that cut the shape themselves: nothing of the mark is outside the middle 80%. */
const full = icon(0.66, 0);

/** The icons in `public/`, with the size of pictures in pixels; the SVG has none. */
export const icons: readonly { file: string; svg: string; size?: number }[] = [
  { file: "favicon.svg", svg: rounded },
  { file: "favicon.png", svg: rounded, size: 48 },
  { file: "icons/icon-192.png", svg: rounded, size: 192 },
  { file: "icons/icon-512.png", svg: rounded, size: 512 },
  { file: "icons/apple-touch-icon.png", svg: icon(0.75, 0), size: 180 },
  { file: "icons/maskable-512.png", svg: full, size: 512 },
];

/** The logo with the name, 100 by 30 units. */
export const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 30"><g transform="translate(0 2)">${mark}</g><path fill="${colours.ink}" transform="translate(37.5 0)" d="${wordPath}"/></svg>`;
