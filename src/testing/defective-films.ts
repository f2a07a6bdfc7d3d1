import { brightened, type Film, flat, grained } from "./drawn-films.ts";
import { hd, hdr, interlaced, quality, upright } from "./film-codings.ts";
import {
  alternating,
  black,
  boxedIn,
  cutTogether,
  faded,
  gap,
  halfStrobed,
  on,
  pan,
  paused,
  person,
  stopped,
  stray,
  strobe,
} from "./film-shots.ts";

type Range = readonly [first: number, afterLast: number];

/** Findings of a film, all of them. */
export interface FilmFindings {
  black?: readonly Range[];
  /** Frozen after movement. */
  frozen?: readonly Range[];
  shortShots?: readonly Range[];
  flashes?: readonly Range[];
  /** Of the picture as displayed, from above clockwise. */
  bars?: readonly [top: number, right: number, bottom: number, left: number];
  /** Lowest share of frames of two fields. */
  combed?: number;
}

export type MeasuredFilm = Film & { findings: FilmFindings };

/** Films with one defect each. */
export const defectiveFilms: Record<string, MeasuredFilm> = {
  "black frames between shots": { ...gap(40, 12), findings: { black: [[40, 52]] } },
  "one black frame at 25": {
    ...gap(33, 1),
    rate: "25",
    findings: { black: [[33, 34]], shortShots: [[33, 34]] },
  },
  "black with noise at 23.976": {
    ...gap(30, 30, (n) => grained(flat(2), n, 2)),
    rate: "24000/1001",
    findings: { black: [[30, 60]] },
  },
  "black at the end at 59.94": {
    ...cutTogether([50, pan(1)], [24, black]),
    rate: "60000/1001",
    findings: { black: [[50, 74]] },
  },
  "lifted black at 29.97": {
    ...gap(45, 10, () => flat(13)),
    rate: "30000/1001",
    findings: { black: [[45, 55]] },
  },
  "black in high dynamic range": { ...gap(30, 9), ...hdr("smpte2084"), findings: { black: [[30, 39]] } },
  "black in a transport stream at 50": {
    ...gap(60, 3),
    rate: "50",
    extension: "ts",
    findings: { black: [[60, 63]], shortShots: [[60, 63]] },
  },
  "two black frames in a shot": {
    frames: 80,
    draw: (n) => (n === 40 || n === 41 ? flat(0) : pan(3)(n)),
    findings: { black: [[40, 42]], shortShots: [[40, 42]] },
  },
  "black in 1080p": { ...gap(24, 5), filter: hd, findings: { black: [[24, 29]], shortShots: [[24, 29]] } },

  "a freeze in a shot": { frames: 100, draw: paused(pan(1), 44, 20), findings: { frozen: [[45, 65]] } },
  "a freeze at the end at 25": {
    frames: 80,
    draw: stopped(pan(2), 49),
    rate: "25",
    findings: { frozen: [[50, 80]] },
  },
  "a freeze until a cut at 23.976": {
    ...cutTogether([30, pan(3)], [60, stopped(pan(4), 35)], [30, pan(5)]),
    rate: "24000/1001",
    findings: { frozen: [[66, 90]] },
  },
  "a freeze at 59.94": {
    frames: 170,
    draw: paused(pan(6, { speed: 0.8 }), 80, 45),
    rate: "60000/1001",
    findings: { frozen: [[81, 126]] },
  },
  "a frozen grain at 50": {
    frames: 140,
    draw: paused(pan(7, { grain: 5 }), 70, 40),
    rate: "50",
    findings: { frozen: [[71, 111]] },
  },
  "a freeze with key frames in low quality": {
    frames: 130,
    draw: paused(pan(8), 44, 60),
    coding: quality(29, "-g", "25"),
    findings: { frozen: [[45, 105]] },
  },
  "a freeze in 1080p": {
    frames: 90,
    draw: paused(pan(9), 40, 20),
    filter: hd,
    findings: { frozen: [[41, 61]] },
  },
  "a freeze in an upright video": {
    frames: 90,
    draw: paused(pan(10), 40, 25),
    filter: upright,
    findings: { frozen: [[41, 66]] },
  },
  "a freeze of 30 frames per second at 60": {
    frames: 180,
    draw: on(2, paused(pan(11), 44, 22)),
    rate: "60",
    findings: { frozen: [[89, 134]] },
  },
  "a freeze at a variable rate": {
    frames: 110,
    draw: paused(pan(12), 50, 24),
    filter: "select=not(eq(mod(n\\,11)\\,5)*lt(n\\,40))",
    coding: quality(21, "-fps_mode", "passthrough"),
    findings: { frozen: [[51, 75]] },
  },
  "a freeze after a hidden beginning": {
    frames: 100,
    draw: paused(pan(1), 44, 20),
    hiddenSeconds: 0.7,
    findings: { frozen: [[24, 44]] },
  },
  "a freeze in a late transport stream": {
    frames: 90,
    draw: paused(pan(13), 40, 22),
    rate: "25",
    coding: quality(21, "-output_ts_offset", "95443"),
    extension: "ts",
    findings: { frozen: [[41, 63]] },
  },
  "a freeze of a person": { frames: 100, draw: paused(person(14), 44, 25), findings: { frozen: [[45, 70]] } },
  "a freeze in high dynamic range": {
    frames: 90,
    draw: paused(pan(15), 40, 22),
    ...hdr("arib-std-b67"),
    findings: { frozen: [[41, 63]] },
  },

  "a stray frame": { ...stray(40, 1), findings: { shortShots: [[40, 41]] } },
  "two stray frames at 25": { ...stray(37, 2), rate: "25", findings: { shortShots: [[37, 39]] } },
  "three stray frames at 59.94": {
    ...stray(50, 3),
    rate: "60000/1001",
    findings: { shortShots: [[50, 53]] },
  },
  "four stray frames at 50": { ...stray(44, 4), rate: "50", findings: { shortShots: [[44, 48]] } },
  "five stray frames at 23.976": {
    ...stray(31, 5),
    rate: "24000/1001",
    findings: { shortShots: [[31, 36]] },
  },
  "a stray frame in 1080p": { ...stray(28, 1), filter: hd, findings: { shortShots: [[28, 29]] } },
  "two stray frames in an upright video": {
    ...stray(30, 2),
    filter: upright,
    findings: { shortShots: [[30, 32]] },
  },
  "two stray frames of dark shots": {
    ...stray(30, 2, { dark: 3, bright: 60 }),
    findings: { shortShots: [[30, 32]] },
  },
  "two stray frames in high dynamic range": {
    ...stray(30, 2),
    ...hdr("smpte2084"),
    findings: { shortShots: [[30, 32]] },
  },
  "a stray frame in fast movement": { ...stray(40, 1, { speed: 6 }), findings: { shortShots: [[40, 41]] } },
  "a stray frame at the end": {
    ...cutTogether([40, pan(3)], [1, pan(4)]),
    findings: { shortShots: [[40, 41]] },
  },
  "two stray frames at the end in a transport stream": {
    ...cutTogether([30, pan(1)], [50, pan(3)], [2, pan(4)]),
    rate: "30000/1001",
    extension: "ts",
    findings: { shortShots: [[80, 82]] },
  },
  "a stray frame at the beginning": {
    ...cutTogether([1, pan(4)], [50, pan(3)]),
    findings: { shortShots: [[0, 1]] },
  },

  "two frames left in black": {
    ...cutTogether([45, pan(3)], [20, black], [2, pan(4)], [20, black]),
    findings: {
      black: [
        [45, 65],
        [67, 87],
      ],
      shortShots: [[65, 67]],
    },
  },
  "a frame left after the end": {
    ...cutTogether([45, faded(pan(3), (n) => (40 - n) / 15)], [15, black], [1, pan(4)]),
    findings: { black: [[39, 60]], shortShots: [[60, 61]] },
  },

  "flashing of 15 frames per second": {
    frames: 90,
    draw: strobe(pan(1), { from: 30, to: 60, every: 1 }),
    findings: { flashes: [[30, 60]] },
  },
  "flashing of 5 per second of half the picture at 25": {
    frames: 80,
    draw: halfStrobed(pan(6), { from: 20, to: 60, every: 3 }, [220, 20]),
    rate: "25",
    findings: { flashes: [[20, 60]] },
  },
  "two halves in turns at 60": {
    frames: 120,
    draw: alternating(pan(7), { from: 30, to: 90, every: 5 }),
    rate: "60",
    findings: { flashes: [[30, 90]] },
  },
  "gradual flashing at 60": {
    frames: 150,
    draw: (n) =>
      brightened(
        pan(8, { speed: 0.4 })(n),
        n < 30 || n >= 120 ? 0.2 : 0.6 - 0.4 * Math.cos(((n - 30) / 12) * 2 * Math.PI),
      ),
    rate: "60",
    findings: { flashes: [[33, 120]] },
  },
  "gradual flashing": {
    frames: 90,
    draw: (n) =>
      brightened(
        pan(9, { speed: 0.8 })(n),
        n < 20 || n >= 68 ? 0.2 : 0.6 - 0.4 * Math.cos(((n - 20) / 6) * 2 * Math.PI),
      ),
    findings: { flashes: [[21, 67]] },
  },
  "flashing in high dynamic range": {
    frames: 90,
    draw: strobe((n) => brightened(pan(2)(n), 0.4), { from: 30, to: 66, every: 3 }),
    ...hdr("smpte2084"),
    findings: { flashes: [[30, 63]] },
  },

  "bars of cinema in 1080p": {
    frames: 60,
    draw: pan(1),
    filter: `scale=1920:804:flags=bicubic,pad=1920:1080:0:138`,
    findings: { bars: [138, 0, 138, 0] },
  },
  "bars of 4:3": { frames: 60, draw: boxedIn(pan(2), 0, 40), findings: { bars: [0, 40, 0, 40] } },
  "a wide film in an upright video": {
    frames: 60,
    draw: pan(3),
    filter: "scale=720:404:flags=bicubic,pad=720:1280:0:438",
    findings: { bars: [438, 0, 438, 0] },
  },
  "an upright film in a wide video": {
    frames: 60,
    draw: pan(6),
    filter: "crop=102:180,scale=408:720:flags=bicubic,pad=1280:720:436:0",
    findings: { bars: [0, 436, 0, 436] },
  },
  "bars at all sides": { frames: 60, draw: boxedIn(pan(4), 20, 36), findings: { bars: [20, 36, 20, 36] } },
  "bars after an intro": {
    ...cutTogether([10, pan(1)], [80, boxedIn(pan(5), 22, 0)]),
    findings: { bars: [22, 0, 22, 0] },
  },

  "two fields without a mark": {
    frames: 120,
    draw: pan(1, { speed: 3 }),
    rate: "50",
    filter: interlaced,
    findings: { combed: 0.8 },
  },
  "two fields in 1080i": {
    frames: 100,
    draw: pan(2, { speed: 2 }),
    rate: "60000/1001",
    filter: `${hd},${interlaced}`,
    coding: quality(21, "-flags", "+ilme+ildct"),
    findings: { combed: 0.8 },
  },
  "film on television": {
    frames: 96,
    draw: pan(3, { speed: 3 }),
    rate: "24000/1001",
    filter: "telecine=pattern=23",
    findings: { combed: 0.25 },
  },
};
