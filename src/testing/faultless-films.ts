import type { MeasuredFilm } from "./defective-films.ts";
import { blended, boxed, brightened, flat, grained, lettered, randomNumbers, scene } from "./drawn-films.ts";
import { hd, quality } from "./film-codings.ts";
import {
  black,
  cartoon,
  cutTogether,
  dissolve,
  endScreen,
  faded,
  on,
  page,
  pan,
  person,
  type Shot,
  stopped,
} from "./film-shots.ts";

const title = (seed: number) => lettered(flat(0), { seed, x: 90, y: 70 });
const zoomed =
  (seed: number, perFrame: number): Shot =>
  (n) =>
    scene(seed, { zoom: 1 + n * perFrame });
const montage = (length: number, count: number) =>
  cutTogether(...Array.from({ length: count }, (_, at) => [length, pan(20 + at)] as const));
const flashed =
  (shot: Shot, at: readonly number[]): Shot =>
  (n) =>
    at.includes(n) ? brightened(shot(n), 3) : at.includes(n - 1) ? brightened(shot(n), 1.6) : shot(n);
const vignette =
  (seed: number): Shot =>
  (n) =>
    pan(seed)(n).map((level, at) => {
      const [x, y] = [(at % 320) / 160 - 1, Math.floor(at / 320) / 90 - 1];
      return level * Math.max(0, 1.1 - x * x - y * y);
    });
const night =
  (seed: number): Shot =>
  (n) =>
    pan(seed, { grain: 1 })(n).map((level, at) => {
      const horizon = 90 + 12 * Math.sin((at % 320) / 30);
      return Math.floor(at / 320) < horizon ? level * 0.02 : level * 0.7;
    });
const typed: Shot = (n) =>
  lettered(page(1), { seed: 5, x: 30, y: 140, level: 20, words: Math.floor(n / 5), lines: 1 });
const lines: Shot = (n) =>
  flat(0).map((_, at) => (Math.floor((Math.floor(at / 320) + 0.4 * n) / 2) % 2 === 0 ? 60 : 180));
const moviesInPicture: Shot = (n) => {
  const inset = pan(9)(n);
  return endScreen(3).map((level, at) => {
    const [x, y] = [at % 320, Math.floor(at / 320)];
    return x >= 30 && x < 140 && y >= 30 && y < 92 ? (inset[at] ?? 0) : level;
  });
};

/** Strips of the picture are pushed sideways, others in each frame. */
const sliced =
  (shot: Shot): Shot =>
  (n) => {
    const drawing = shot(n);
    const random = randomNumbers(n + 7);
    const pushed = Array.from({ length: 12 }, () => Math.round((random() - 0.5) * 120));
    return drawing.map((_, at) => {
      const [x, y] = [at % 320, Math.floor(at / 320)];
      return drawing[y * 320 + ((x + (pushed[Math.floor(y / 15)] ?? 0) + 320) % 320)] ?? 0;
    });
  };
/** Light from the right. */
const leaked =
  (shot: Shot): Shot =>
  (n) =>
    shot(n).map((level, at) => Math.min(255, level + Math.max(0, (at % 320) - 60) * 0.9));

/** Films without defects. */
export const faultlessFilms: Record<string, MeasuredFilm> = {
  "a dark scene with noise": { frames: 70, draw: pan(1, { dark: 2, bright: 26, grain: 3 }), findings: {} },
  "a very dark scene in low quality": {
    frames: 70,
    draw: pan(2, { dark: 0, bright: 18, grain: 2 }),
    coding: quality(27),
    findings: {},
  },
  "a fade from black": { frames: 60, draw: faded(pan(1), (n) => n / 24), findings: { black: [[0, 2]] } },
  "a fade to black": {
    frames: 60,
    draw: faded(pan(2), (n) => (56 - n) / 24),
    findings: { black: [[55, 60]] },
  },
  "a dip to black": {
    ...cutTogether([50, faded(pan(1), (n) => (49 - n) / 12)], [50, faded(pan(2), (n) => n / 12)]),
    findings: { black: [[49, 51]] },
  },
  "a title on black at the beginning": { ...cutTogether([45, () => title(1)], [50, pan(3)]), findings: {} },
  "a small title on black": {
    ...cutTogether(
      [40, pan(3)],
      [45, () => lettered(flat(0), { seed: 2, x: 130, y: 85, words: 1, level: 150 })],
    ),
    findings: {},
  },
  "a title that appears on black": {
    ...cutTogether([40, (n) => brightened(title(4), Math.min(1, n / 15))], [40, pan(4)]),
    findings: { black: [[0, 2]] },
  },
  "rolling credits": {
    ...cutTogether(
      [30, pan(3)],
      [60, (n) => lettered(flat(0), { seed: 3, x: 90, y: 160 - 2 * n, lines: 7 })],
    ),
    findings: {},
  },
  "an end screen": { ...cutTogether([45, pan(4)], [60, () => endScreen(1)]), findings: {} },
  "an end screen with a film": { ...cutTogether([45, pan(4)], [60, moviesInPicture]), findings: {} },
  "an end screen that flies in": {
    ...cutTogether([40, pan(5)], [60, (n) => blended(flat(35), endScreen(2), Math.min(1, n / 15))]),
    findings: {},
  },
  "a dissolve to a still": { frames: 100, draw: dissolve(pan(6), () => scene(7), 35, 25), findings: {} },
  "a slow zoom": { frames: 90, draw: zoomed(8, 0.001), findings: {} },
  "a very slow zoom": { frames: 100, draw: zoomed(9, 0.0003), findings: {} },
  "a very slow zoom in 1080p": { frames: 75, draw: zoomed(9, 0.0003), filter: hd, findings: {} },
  "a zoom over a photograph that stops": {
    ...cutTogether([75, (n) => zoomed(10, 0.0008)(Math.min(n, 50))], [40, pan(1)]),
    findings: {},
  },
  "a slow pan": { frames: 90, draw: (n) => scene(11, { x: n * 0.08 }), findings: {} },
  "a cartoon on twos with holds": {
    frames: 100,
    draw: (n) => on(2, cartoon(0))(n < 40 ? n : n < 65 ? 40 : n - 25),
    rate: "24",
    findings: {},
  },
  "a cartoon on threes": {
    frames: 100,
    draw: on(3, stopped(cartoon(3), 20)),
    rate: "24000/1001",
    findings: {},
  },
  "a recording of a screen with a pointer": {
    frames: 100,
    draw: (n) => boxed(page(2), { x: 60 + Math.min(n, 55) * 3, y: 90, w: 5, h: 8, level: 0 }),
    findings: {},
  },
  "a recording of a screen that scrolls": {
    frames: 110,
    draw: (n) => page(3, n < 20 ? 0 : n < 50 ? (n - 20) * 4 : 120),
    rate: "60",
    findings: {},
  },
  typing: { frames: 90, draw: typed, findings: {} },
  "a photographer's flash": { frames: 70, draw: flashed(pan(12), [30]), findings: {} },
  "two flashes a second": { frames: 90, draw: flashed(person(13), [20, 35, 50, 65]), findings: {} },
  "a flash at a cut": {
    ...cutTogether([40, pan(14)], [2, () => flat(250)], [40, pan(15)]),
    findings: {},
  },
  "a zoom between shots": {
    ...cutTogether(
      [44, (n) => scene(14, { x: n, zoom: n < 40 ? 1 : 1.35 ** (n - 39) })],
      [44, (n) => scene(15, { x: n, zoom: n > 4 ? 1 : 1.35 ** (4 - n) })],
    ),
    findings: {},
  },
  "a glitch between shots": {
    ...cutTogether([37, pan(14)], [3, sliced(pan(14))], [2, sliced(pan(15))], [37, pan(15)]),
    findings: {},
  },
  "a glitch before a cut": {
    ...cutTogether([37, pan(16)], [3, sliced(pan(16))], [37, pan(15)]),
    findings: {},
  },
  "a light leak before a cut": {
    ...cutTogether([37, pan(14)], [4, leaked((n) => pan(14)(n + 37))], [37, pan(15)]),
    findings: {},
  },
  "a negative for three frames": {
    frames: 80,
    draw: (n) => (n < 37 || n > 39 ? pan(14)(n) : pan(14)(n).map((level) => 255 - level)),
    findings: {},
  },
  "a negative before a cut": {
    ...cutTogether([37, pan(14)], [3, (n) => pan(14)(n + 37).map((level) => 255 - level)], [37, pan(15)]),
    findings: {},
  },
  "an insert in a shot": {
    ...cutTogether([40, pan(14)], [3, pan(16)], [40, (n) => pan(14)(n + 43)]),
    findings: {},
  },
  "a montage of shots of 10 frames": { ...montage(10, 9), findings: {} },
  "a montage of shots of 4 frames": { ...montage(4, 20), rate: "24", findings: {} },
  "heavy grain": { frames: 60, draw: pan(17, { grain: 14, speed: 0.5 }), findings: {} },
  "a whip pan": {
    frames: 80,
    draw: (n) => scene(18, { x: n < 35 ? n : n < 45 ? 35 + (n - 35) * 30 : 335 + (n - 45) }),
    findings: {},
  },
  "a shaking camera": {
    frames: 80,
    draw: (n) => grained(scene(19, { x: 14 * Math.sin(n * 1.9), y: 10 * Math.sin(n * 2.7) }), n, 2),
    findings: {},
  },
  "a person in front of a still camera": { frames: 90, draw: person(20, 0), findings: {} },
  "a person in low quality": { frames: 90, draw: person(21, 2), coding: quality(30), findings: {} },
  "a room where nothing moves": {
    frames: 80,
    draw: (n) => grained(scene(22), n, 2),
    coding: quality(24),
    findings: {},
  },
  photographs: {
    ...cutTogether([40, () => scene(23)], [40, () => scene(24)], [40, () => scene(25)]),
    findings: {},
  },
  "film at 30": { frames: 90, draw: (n) => pan(26)(Math.floor(n * 0.8)), findings: {} },
  "a dark border": { frames: 60, draw: vignette(1), findings: {} },
  "a night sky": { frames: 60, draw: night(2), findings: {} },
  "words on black throughout": {
    ...cutTogether([30, () => title(1)], [30, () => title(2)], [30, () => title(6)]),
    findings: {},
  },
  "fine lines that move": { frames: 60, draw: lines, filter: "scale=960:540:flags=neighbor", findings: {} },
  "black and then a film": { ...cutTogether([8, black], [50, pan(3)]), findings: { black: [[0, 8]] } },
};
